import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { SIGN_IN } from '#backend/access/auth/codes/codes.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { ADMIN_COOKIE, IMPERSONATION_COOKIE, pairSignature } from './restore-admin-session.ts';

const BEGIN = '/admin/impersonate-user';
const STOP = '/admin/stop-impersonating';

/**
 * Manages the cookies of an impersonating admin. better-auth stores the admin's own session in a cookie; this
 * plugin signs it together with the impersonation session, so that it can only be restored when that session
 * ends, and deletes all of these cookies afterwards.
 */
export const impersonationCookies: BetterAuthPlugin = {
  id: 'impersonation-cookies',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === STOP,
        handler: createAuthMiddleware(async (ctx) => {
          const { authCookies, internalAdapter } = ctx.context;
          const acting = await signedCookie(ctx, authCookies.sessionToken.name);
          const found = acting ? await internalAdapter.findSession(acting) : null;
          if (!acting || !found?.session.impersonatedBy || (await ownSession(ctx))) return;
          // The admin's own session has ended in the meantime, so there is none to restore.
          await internalAdapter.deleteSession(acting);
          throw new ApiError('UNAUTHENTICATED');
        }),
      },
      {
        matcher: ({ path }) => path === '/sign-out',
        handler: createAuthMiddleware(async (ctx) => {
          const own = await ownSession(ctx);
          if (own) await ctx.context.internalAdapter.deleteSession(own);
        }),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === BEGIN,
        handler: createAuthMiddleware(async (ctx) => {
          const { newSession, secret, authCookies } = ctx.context;
          const own = await signedCookie(ctx, authCookies.sessionToken.name);
          if (!newSession?.session.impersonatedBy || !own) return;
          const { name, attributes } = ctx.context.createAuthCookie(IMPERSONATION_COOKIE);
          await ctx.setSignedCookie(
            name,
            pairSignature({ acting: newSession.session.token, own }),
            secret,
            attributes,
          );
        }),
      },
      {
        // After each of these, no admin session may be restored from this browser.
        matcher: ({ path }) => path === STOP || path === '/sign-out' || path === SIGN_IN,
        handler: createAuthMiddleware(async (ctx) => {
          const { createAuthCookie, authCookies, newSession } = ctx.context;
          if (ctx.path !== '/sign-out' && !newSession) return;
          // better-auth does not delete `dontRememberToken`, which prevents the session from being renewed.
          const gone = [
            createAuthCookie(IMPERSONATION_COOKIE),
            createAuthCookie(ADMIN_COOKIE),
            authCookies.dontRememberToken,
          ];
          for (const { name, attributes } of gone) ctx.setCookie(name, '', { ...attributes, maxAge: 0 });
        }),
      },
    ],
  },
};

/** Returns the token of the admin's own session; undefined if that session is no longer valid. */
async function ownSession(ctx: GenericEndpointContext): Promise<string | undefined> {
  const stored = await signedCookie(ctx, ctx.context.createAuthCookie(ADMIN_COOKIE).name);
  const token = stored?.split(':')[0];
  const found = token && (await ctx.context.internalAdapter.findSession(token));
  return found && found.session.expiresAt > new Date() ? token : undefined;
}

async function signedCookie(ctx: GenericEndpointContext, name: string) {
  return (await ctx.getSignedCookie(name, ctx.context.secret)) || undefined;
}
