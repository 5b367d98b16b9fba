import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';

/** The endpoints that take a session token, and the body field that contains it. */
const NAMED_IN: Readonly<Record<string, string>> = {
  '/revoke-session': 'token',
  '/admin/revoke-user-session': 'sessionToken',
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Accepts a session id wherever better-auth expects a token, because our responses contain the id in the
 * token's place. The endpoint still checks who owns the session.
 */
export const sessionIdAlias: BetterAuthPlugin = {
  id: 'session-id-alias',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path !== undefined && path in NAMED_IN,
        handler: createAuthMiddleware(async (ctx) => {
          const member = NAMED_IN[ctx.path ?? ''] ?? 'token';
          const handle = String(ctx.body?.[member]);
          if (!UUID.test(handle)) return undefined;
          const session = await ctx.context.adapter.findOne<{ token: string }>({
            model: 'session',
            where: [{ field: 'id', value: handle }],
          });
          return session ? { context: { body: { ...ctx.body, [member]: session.token } } } : undefined;
        }),
      },
    ],
  },
};
