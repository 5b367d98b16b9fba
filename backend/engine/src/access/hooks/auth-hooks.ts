import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';

type AuthHook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['before']>[number];
/** What a hook does. A result with `context` replaces parts of the call; a response replaces the endpoint. */
export type AuthHandler = Parameters<typeof createAuthMiddleware>[0];

/** Returns a hook of better-auth around the endpoints with these paths, or around calls that match. */
export const authHook = (on: readonly string[] | AuthHook['matcher'], handler: AuthHandler): AuthHook => ({
  matcher: typeof on === 'function' ? on : ({ path = '' }) => on.includes(path),
  handler: createAuthMiddleware(handler),
});

/** Returns a plugin of one hook, which runs before the endpoints. */
export const beforeEndpoints = (id: string, ...hook: Parameters<typeof authHook>): BetterAuthPlugin => ({
  id,
  hooks: { before: [authHook(...hook)] },
});
