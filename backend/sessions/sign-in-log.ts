import type { BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';

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
            after: async ({
              id,
              userId,
              impersonatedBy,
            }: Record<string, unknown> & { id: string; userId: string }) => {
              if (impersonatedBy) return;
              const line = {
                id: newId(),
                resource: 'sessions',
                record_id: id,
                action: 'create',
                actor_id: userId,
              };
              await db
                .insertInto('history')
                .values({ ...line, at: new Date().toISOString(), changes: '{}' })
                .execute();
            },
          },
        },
      },
    },
  }),
});
