import { setTimeout as wait } from 'node:timers/promises';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { ApiError } from '#backend/http/api-error.ts';
import type { Settings } from '#backend/settings.ts';

/** better-auth's id of the one provider that is known by its issuer. */
export const OIDC = 'oidc';

/** Where better-auth is told by its id which provider to use. */
const NAMING = new Set(['/sign-in/social', '/link-social', '/callback/:id']);
/** How long a visitor waits for an issuer that does not answer. */
const PATIENCE_MS = 5_000;

type Context = Parameters<NonNullable<BetterAuthPlugin['init']>>[0];
type Provider = Context['socialProviders'][number];

/**
 * Any OpenID Connect provider, known by its issuer; its ID tokens must verify. What it says of itself is read at the
 * start without waiting for it, and where that failed, again whenever somebody wants to sign in with it.
 */
export function openIdConnect({ oidc, signUp }: Settings): BetterAuthPlugin[] {
  if (!oidc) return [];
  const { issuer, clientId, clientSecret } = oidc;
  const provider = {
    providerId: OIDC,
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    disableSignUp: !signUp,
  };
  const plugin = genericOAuth({ config: [provider] });
  const isThere = finder(plugin);
  return [
    {
      ...plugin,
      init: (context) => {
        // The one list that all requests share, so that what is added later holds for all that follow.
        const socialProviders = [...context.socialProviders];
        void isThere(context, socialProviders);
        return { context: { socialProviders } };
      },
      hooks: {
        before: [
          {
            matcher: ({ path, body, params }) =>
              NAMING.has(path ?? '') && (body?.provider ?? params?.id) === OIDC,
            handler: createAuthMiddleware(async ({ path, context }) => {
              const found = await isThere(context, context.socialProviders);
              // Who comes back from it is told by a page, not by the body of an error.
              if (!found && path !== '/callback/:id') throw new ApiError('UNAVAILABLE');
            }),
          },
        ],
      },
    },
  ];
}

/** Finds out whether the provider is in a list of them, and looks for it where it is not: once for all who ask. */
function finder(plugin: ReturnType<typeof genericOAuth>) {
  let search: Promise<boolean> | undefined;

  const look = async (context: Context, providers: Provider[]) => {
    const reading = plugin.init({ ...context, socialProviders: [] });
    const read = await Promise.race([reading, wait(PATIENCE_MS, undefined, { ref: false })]);
    const [found] = read?.context.socialProviders ?? [];
    // Of two that were on their way at once, the first is enough.
    if (found && !providers.some(({ id }) => id === OIDC)) providers.unshift(found);
    return Boolean(found);
  };

  return async (context: Context, providers: Provider[]): Promise<boolean> => {
    if (providers.some(({ id }) => id === OIDC)) return true;
    search ??= look(context, providers)
      .catch(() => false)
      .finally(() => {
        search = undefined;
      });
    return search;
  };
}
