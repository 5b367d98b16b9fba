import type { BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { historyEntry } from '#backend/database/history.ts';

type Begun = Record<string, unknown> & { readonly id: string; readonly userId: string };

/**
 * Keeps a line of history for everybody who signs in. A session is deleted when it ends, so its own row could not
 * say how many there were. An admin who acts as somebody else is no sign-in.
 */
export const signInLog = (db: Kysely<Tables>): BetterAuthPlugin => ({
  id: 'sign-in-log',
  init: () => ({
    options: {
      databaseHooks: {
        session: {
          create: {
            after: async ({ id, userId, impersonatedBy }: Begun) => {
              if (impersonatedBy) return;
              const line = { resource: 'sessions', record: id, actor: userId, changes: {} };
              await db
                .insertInto('history')
                .values(historyEntry({ ...line, action: 'create' }))
                .execute();
            },
          },
        },
      },
    },
  }),
});
