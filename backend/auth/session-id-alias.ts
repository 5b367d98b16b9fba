import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';

/** Where better-auth's client names a session by its token, and in which member of the body. */
const NAMED_IN: Readonly<Record<string, string>> = {
  '/revoke-session': 'token',
  '/admin/revoke-user-session': 'sessionToken',
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Lets clients name a session by its id wherever better-auth wants its token, because our answers carry the id
 * in the token's place. The endpoint then checks, as always, whose session it is.
 */
export const sessionIdAlias: BetterAuthPlugin = {
  id: 'session-handles',
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
