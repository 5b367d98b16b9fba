import type { BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { createHistoryEntry } from '#backend/database/history.ts';

type NewSession = Record<string, unknown> & { readonly id: string; readonly userId: string };

/**
 * Records every sign-in in the history, because a session's own row is deleted when it ends. Impersonation
 * does not count as a sign-in.
 */
export const signInLog = (db: Kysely<Tables>): BetterAuthPlugin => ({
  id: 'sign-in-log',
  init: () => ({
    options: {
      databaseHooks: {
        session: {
          create: {
            after: async ({ id, userId, impersonatedBy }: NewSession) => {
              if (impersonatedBy) return;
              const line = { resource: 'sessions', record: id, actor: userId, changes: {} };
              await db
                .insertInto('history')
                .values(createHistoryEntry({ ...line, action: 'create' }))
                .execute();
            },
          },
        },
      },
    },
  }),
});
