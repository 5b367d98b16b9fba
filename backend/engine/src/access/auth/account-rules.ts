import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { authHook, beforeEndpoints } from '#backend/access/hooks/auth-hooks.ts';
import { isUser, requireFresh } from '#backend/kernel/http/actor.ts';
import { actorOfCall } from './call-actor.ts';
import { CHANGE_EMAIL, SEND_TO_NEW_ADDRESS, SIGN_IN } from './codes/codes.ts';
import { newProfile, ownProfile, parseOrThrow } from './profiles.ts';

/** Endpoints with which an attacker with a stolen session could take over or delete an account. */
const SENSITIVE = [SEND_TO_NEW_ADDRESS, CHANGE_EMAIL, '/admin/impersonate-user', '/delete-user'];

// biome-ignore lint/suspicious/noExplicitAny: the body has not been validated yet
type Body = Record<string, any>;

/** Validates and sanitizes the bodies of the endpoints that accept profile fields, by path. */
const PROFILES: Readonly<Record<string, (body: Body) => Body>> = {
  '/update-user': (body) => parseOrThrow(ownProfile, body),
  [SIGN_IN]: (body) => parseOrThrow(newProfile, body),
};

/** Validates profile fields and requires a fresh session for sensitive actions on better-auth's endpoints. */
export const accountRules: BetterAuthPlugin = {
  id: 'account-rules',
  hooks: {
    before: [
      authHook(Object.keys(PROFILES), async ({ path, body }) => {
        // The endpoint itself rejects a body that is not an object.
        if (typeof body !== 'object' || body === null) return undefined;
        return { context: { body: PROFILES[path]?.(body) } };
      }),
      // Without a session, the endpoint responds as for an invalid code.
      authHook(SENSITIVE, async () => {
        const actor = actorOfCall();
        if (isUser(actor)) requireFresh(actor);
      }),
    ],
  },
  init: () => ({
    options: { databaseHooks: { user: { update: { before: onboardWithFirstName } } } },
  }),
};

/** Sets `onboardedAt` when a user sets their name for the first time. */
async function onboardWithFirstName(
  change: Record<string, unknown>,
  ctx: { path?: string; context: { session?: { user: Record<string, unknown> } | null } } | null,
) {
  const user = ctx?.context.session?.user;
  const isFirst = ctx?.path === '/update-user' && Boolean(change.name) && user && !user.onboardedAt;
  return isFirst ? { data: { ...change, onboardedAt: new Date() } } : undefined;
}

/** The parameters that name a redirect target, and better-auth's error codes for invalid ones. */
const REDIRECT_PARAMETERS = {
  callbackURL: 'INVALID_CALLBACK_URL',
  errorCallbackURL: 'INVALID_ERROR_CALLBACK_URL',
  newUserCallbackURL: 'INVALID_NEW_USER_CALLBACK_URL',
  redirectTo: 'INVALID_REDIRECT_URL',
} as const;

type Given = Partial<Record<string, unknown>> | null | undefined;

/**
 * Rejects redirect targets that only look like local paths (open redirects). better-auth accepts
 * `/.//elsewhere` as a path and then normalizes it to `//elsewhere`, which is another site.
 */
export const redirectTargets: BetterAuthPlugin = beforeEndpoints(
  'redirect-targets',
  ({ body, query }) => Object.keys(REDIRECT_PARAMETERS).some((name) => body?.[name] || query?.[name]),
  async ({ body, query, context: { baseURL } }) => {
    for (const [name, code] of Object.entries(REDIRECT_PARAMETERS))
      for (const target of [(body as Given)?.[name], (query as Given)?.[name]])
        if (target && isUnsafeRedirect(String(target), baseURL))
          throw new APIError('FORBIDDEN', { code, message: `Invalid ${name}` });
  },
);

function isUnsafeRedirect(target: string, from: string) {
  return URL.parse(target, from)?.pathname.startsWith('//') ?? true;
}
