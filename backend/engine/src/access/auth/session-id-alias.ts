import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Accepts a session id where better-auth expects a token, because responses contain the id instead of the
 * token. The endpoint still checks who owns the session.
 */
export const sessionIdAlias: BetterAuthPlugin = {
  id: 'session-id-alias',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/revoke-session',
        handler: createAuthMiddleware(async (ctx) => {
          const handle = String(ctx.body?.token);
          if (!UUID.test(handle)) return undefined;
          const session = await ctx.context.adapter.findOne<{ token: string }>({
            model: 'session',
            where: [{ field: 'id', value: handle }],
          });
          return session ? { context: { body: { ...ctx.body, token: session.token } } } : undefined;
        }),
      },
    ],
  },
};
