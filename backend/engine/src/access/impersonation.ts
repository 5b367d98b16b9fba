import { createHash } from 'node:crypto';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import type { CookieOptions, Request, Response } from 'express';
import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import { SIGN_IN } from '#backend/access/auth/codes/codes.ts';
import { cookieAttributes, cookieName, SESSION_DAYS, sessionCookie } from '#backend/access/auth/constants.ts';
import type { InsertParams, TransactionContext } from '#backend/access/auth/transactional-adapter.ts';
import { authHook } from '#backend/access/hooks/auth-hooks.ts';
import { endSessions, recordImpersonation } from '#backend/access/sessions/end-sessions.ts';
import type { FindSession } from '#backend/access/sessions/session-store.ts';
import type { Transaction } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { readSignedCookie, signToken, withoutCookie } from '#backend/kernel/http/cookies.ts';
import { isRead, type RequestSession } from '#backend/kernel/http/request-context.ts';
import { guardedPath } from '#backend/kernel/http/request-guard.ts';

/** Creates a session. Records impersonation in the history. */
export async function createRecordedSession({ db, adapter }: TransactionContext, query: InsertParams) {
  const { impersonatedBy: admin } = query.data as { impersonatedBy?: string | null };
  if (!admin) return adapter.create(query);
  const parentSessionId = await lockSession(db, actorOfCall());
  // Records the end of expired impersonation sessions that the admin did not stop.
  await endSessions(db, { createdBy: admin, over: true });
  const data = { ...query.data, parentSessionId };
  const session = await adapter.create<Record<string, unknown>, Record<string, string>>({ ...query, data });
  await recordImpersonation(db, { user: String(session.userId), admin, begins: true });
  return session;
}

/**
 * Locks an actor's session and returns its id: it cannot be ended while a session is started from it.
 * @throws ApiError UNAUTHENTICATED if it has already been ended.
 */
async function lockSession(db: Transaction, { credential }: Actor): Promise<string> {
  const id = credential.kind === 'session' ? credential.id : undefined;
  const locked =
    id && (await db.selectFrom('sessions').select('id').where('id', '=', id).forShare().execute());
  if (!id || !locked || locked.length === 0) throw new ApiError('UNAUTHENTICATED');
  return id;
}

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
      authHook([STOP], async (ctx) => {
        const { authCookies, internalAdapter } = ctx.context;
        const acting = await signedCookie(ctx, authCookies.sessionToken.name);
        const found = acting ? await internalAdapter.findSession(acting) : null;
        if (!acting || !found?.session.impersonatedBy || (await ownSession(ctx))) return;
        // The admin's own session has ended in the meantime, so there is none to restore.
        await internalAdapter.deleteSession(acting);
        throw new ApiError('UNAUTHENTICATED');
      }),
      authHook(['/sign-out'], async (ctx) => {
        const own = await ownSession(ctx);
        if (own) await ctx.context.internalAdapter.deleteSession(own);
      }),
    ],
    after: [
      authHook([BEGIN], async (ctx) => {
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
      // After each of these, no admin session may be restored from this browser.
      authHook([STOP, '/sign-out', SIGN_IN], async (ctx) => {
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

/** Write endpoints allowed during impersonation, in addition to the application's records. */
const ALLOWED = new Set([
  '/api/account/stop-impersonating',
  '/api/auth/admin/stop-impersonating',
  '/api/auth/sign-out',
  '/api/auth/update-user',
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/fn/init',
]);

/** Sign-in endpoints that write in response to GET. */
const WRITING_READS = /^\/api\/auth\/(delete-user|verify-email)\b/;

/**
 * Returns the function that rejects requests which only the impersonated user may make (changing address,
 * role, sessions or other users, deleting the account) and writes that are not on the allow list.
 * @throws ApiError IMPERSONATING.
 */
export function createImpersonationCheck(resources: AllResources): (req: Request) => void {
  const own = Object.values(resources).filter(({ managedBy }) => managedBy === 'app');
  // The upload of an import, which belongs to a resource, allows the import. A file belongs to a field of a
  // resource.
  const names = own.map(({ name }) => name.toLowerCase()).join('|');
  const records = new RegExp(`^/api/((${names})(/|$)|files$|imports/|history/batches/)`);
  return (req) => {
    const path = guardedPath(req);
    const rejected = isRead(req) ? WRITING_READS.test(path) : !ALLOWED.has(path) && !records.test(path);
    if (rejected) throw new ApiError('IMPERSONATING');
  };
}

/** better-auth's cookie with the session of an impersonating admin: `token:`, signed. */
const ADMIN_COOKIE = 'admin_session';
/** The cookie that ties the admin's session to the impersonation session started from it. */
const IMPERSONATION_COOKIE = 'acting';
/** better-auth's cookie for sessions that end when the browser closes, such as impersonation sessions. */
const SHORT_COOKIE = 'dont_remember';

/** Returns a hash that identifies a pair of sessions without revealing their tokens. */
function pairSignature({ acting, own }: { acting: string; own: string }): string {
  return createHash('sha256').update(`${acting} ${own}`).digest('base64url');
}

/** Restores the admin's own session and returns it; null if there is none to restore. */
type RestoreAdminSession = (req: Request, res: Response) => Promise<RequestSession | null>;

/**
 * Creates the function that restores the admin's session when impersonation expires. It only does so for page
 * requests: any other request was meant to run as the impersonated user, and must not run as the admin.
 */
export function createRestoreAdminSession(options: {
  find: FindSession;
  /** Ends the expired impersonation session. */
  end: (token: string) => Promise<unknown>;
  secret: string;
  secure: boolean;
}): RestoreAdminSession {
  const { find, end, secret, secure } = options;
  const named = (cookie: string) => cookieName(cookie, { secure });
  const current = sessionCookie({ secure });
  const attributes: CookieOptions = { ...cookieAttributes({ secure }), encode: String };
  return async (req, res) => {
    const { cookie = '' } = req.headers;
    const signedOf = (name: string) => readSignedCookie(cookie, { name, secret });
    const acting = signedOf(current);
    const own = signedOf(named(ADMIN_COOKIE))?.split(':')[0];
    if (!acting || !own || !opensPage(req)) return null;
    if (signedOf(named(IMPERSONATION_COOKIE)) !== pairSignature({ acting, own })) return null;

    const value = signToken(own, secret);
    const restored = `${withoutCookie(cookie, current)}; ${current}=${value}`;
    const session = await find({ headers: { cookie: restored } });
    if (!session) return null;
    await end(acting);
    req.headers.cookie = restored;
    res.cookie(current, value, { ...attributes, maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 });
    for (const gone of [ADMIN_COOKIE, IMPERSONATION_COOKIE, SHORT_COOKIE])
      res.cookie(named(gone), '', { ...attributes, maxAge: 0 });
    return session;
  };
}

function opensPage(req: Request) {
  const path = guardedPath(req);
  return path === '/api/fn/init' || (req.method === 'GET' && !/^\/api(\/|$)/.test(path));
}
