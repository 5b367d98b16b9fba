import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Replaces better-auth's endpoint that ends a user's other sessions: it ends them one by one, and misses the
 * sessions in which an admin impersonates others.
 */
export const otherSessions = (db: Kysely<Tables>): BetterAuthPlugin => ({
  id: 'other-sessions',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/revoke-other-sessions',
        handler: createAuthMiddleware(async (ctx) => {
          const own = await getSessionFromCtx(ctx);
          if (!own) return undefined;
          const ending = { userId: own.user.id, except: own.session.id };
          await db.transaction().execute((transaction) => endSessions(transaction, ending));
          return ctx.json({ status: true });
        }),
      },
    ],
  },
});
