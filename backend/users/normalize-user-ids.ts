import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { actorOfCall } from '#backend/auth/call-actor.ts';
import type { Tables } from '#backend/database/connection.ts';
import type { Roles } from '#contract/schema/index.ts';
import { requireDeletable } from './policy.ts';

/**
 * Lowercases the user id on better-auth's admin endpoints: its check against acting on one's own account
 * compares strings, so an id in upper case would bypass it. Also checks whether a user may be deleted
 * beforehand, because better-auth ends the user's sessions before it deletes the user.
 */
export const normalizeUserIds = (db: Kysely<Tables>, roles: Roles): BetterAuthPlugin => ({
  id: 'normalize-user-ids',
  hooks: {
    before: [
      {
        matcher: ({ path, body }) => Boolean(path?.startsWith('/admin/') && body?.userId),
        handler: createAuthMiddleware(async (ctx) => {
          const userId = String(ctx.body.userId).toLowerCase();
          if (ctx.path === '/admin/remove-user') {
            const actor = actorOfCall();
            const user = await ctx.context.internalAdapter.findUserById(userId);
            if (user && actor.id !== userId && roles.administrators.includes(actor.role))
              await db
                .transaction()
                .execute((transaction) => requireDeletable(transaction, { actor, user, roles }));
          }
          return { context: { body: { ...ctx.body, userId } } };
        }),
      },
    ],
  },
});
