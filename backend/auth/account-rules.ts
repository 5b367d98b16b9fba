import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { requireFreshSession } from '#backend/sessions/actor.ts';
import { SEND_TO_NEW_ADDRESS, SIGN_IN } from './codes/codes.ts';
import { anyProfile, banByClient, newProfile, ownProfile, parseOrThrow, refusePassword } from './profiles.ts';

/** Acts by which whoever found a session that somebody left open could make the account, or another, their own. */
const SENSITIVE = new Set([SEND_TO_NEW_ADDRESS, '/email-otp/change-email', '/admin/impersonate-user']);

// biome-ignore lint/suspicious/noExplicitAny: it is what has not been checked yet
type Body = Record<string, any>;

/** What the bodies of calls that carry a profile come to. */
const PROFILES: Readonly<Record<string, (body: Body) => Body>> = {
  '/update-user': (body) => parseOrThrow(ownProfile, body),
  [SIGN_IN]: (body) => parseOrThrow(newProfile, body),
  '/admin/create-user': ({ data, ...body }) => {
    refusePassword(body);
    return {
      ...body,
      name: parseOrThrow(anyProfile, { name: body.name }).name,
      ...(data && { data: parseOrThrow(anyProfile, data) }),
    };
  },
  '/admin/update-user': (body) => ({
    ...body,
    ...(body.data && { data: parseOrThrow(anyProfile, body.data) }),
  }),
  '/admin/ban-user': (body) => parseOrThrow(banByClient, body),
};

/** What holds of accounts, one's own and others', through better-auth's endpoints. */
export const accountRules: BetterAuthPlugin = {
  id: 'account-rules',
  hooks: {
    before: [
      {
        matcher: ({ path = '' }) => path in PROFILES,
        handler: createAuthMiddleware(async ({ path, body }) => {
          // Whatever is not even an object is for the endpoint itself to refuse.
          if (typeof body !== 'object' || body === null) return undefined;
          return { context: { body: PROFILES[path]?.(body) } };
        }),
      },
      {
        matcher: ({ path }) => SENSITIVE.has(path ?? ''),
        handler: createAuthMiddleware(async () => requireFreshSession()),
      },
    ],
  },
  init: () => ({
    options: { databaseHooks: { user: { update: { before: onboardWithFirstName } } } },
  }),
};

/** Who gives their name for the first time has been onboarded by that. */
async function onboardWithFirstName(
  change: Record<string, unknown>,
  ctx: { path?: string; context: { session?: { user: Record<string, unknown> } | null } } | null,
) {
  const user = ctx?.context.session?.user;
  const isFirst = ctx?.path === '/update-user' && Boolean(change.name) && user && !user.onboardedAt;
  return isFirst ? { data: { ...change, onboardedAt: new Date() } } : undefined;
}
