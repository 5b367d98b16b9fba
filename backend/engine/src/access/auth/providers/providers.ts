import { setTimeout as wait } from 'node:timers/promises';
import type { PublicSettings } from '@bindery/contract/records/init.ts';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { authHook } from '#backend/access/hooks/auth-hooks.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** better-auth's id of the configured OpenID Connect provider. */
const OIDC = 'oidc';

/** Returns the configured sign-in providers for the login page. */
export function shownProviders({ github, google, oidc }: Settings): PublicSettings['providers'] {
  return [
    ...(github ? [{ id: 'github', label: 'GitHub' }] : []),
    ...(google ? [{ id: 'google', label: 'Google' }] : []),
    ...(oidc ? [{ id: OIDC, label: oidc.label }] : []),
  ];
}

/** Returns better-auth's options for GitHub and Google if configured; without sign-up if that is closed. */
export function socialProviders(settings: Settings): NonNullable<BetterAuthOptions['socialProviders']> {
  const { github, google, signUp } = settings;
  return {
    ...(github && { github: { ...github, disableSignUp: !signUp } }),
    ...(google && { google: { ...google, disableSignUp: !signUp } }),
  };
}

/** The endpoints that take a provider id. */
const PROVIDER_PATHS = new Set(['/sign-in/social', '/link-social', '/callback/:id']);
/** Timeout of the issuer's discovery document. */
const DISCOVERY_TIMEOUT_MS = 5_000;

type Context = Parameters<NonNullable<BetterAuthPlugin['init']>>[0];
type Provider = Context['socialProviders'][number];

/**
 * Returns the plugin for an OpenID Connect provider, configured with its issuer. ID tokens must verify. The
 * discovery document is fetched at startup without waiting for it, and again on sign-in if that failed.
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
  const ensureProvider = createProviderLoader(plugin);
  return [
    {
      ...plugin,
      init: (context) => {
        // All requests share this array, so that a provider added later is available to them.
        const socialProviders = [...context.socialProviders];
        void ensureProvider(context, socialProviders);
        return { context: { socialProviders } };
      },
      hooks: {
        before: [
          authHook(
            ({ path, body, params }) =>
              PROVIDER_PATHS.has(path ?? '') && (body?.provider ?? params?.id) === OIDC,
            async ({ path, context }) => {
              const found = await ensureProvider(context, context.socialProviders);
              // The callback shows an error page instead of an error body.
              if (!found && path !== '/callback/:id') throw new ApiError('UNAVAILABLE');
            },
          ),
        ],
      },
    },
  ];
}

/** Returns a function that adds the provider to the list if needed; concurrent calls share a discovery. */
function createProviderLoader(plugin: ReturnType<typeof genericOAuth>) {
  let search: Promise<boolean> | undefined;

  const discover = async (context: Context, providers: Provider[]) => {
    const reading = plugin.init({ ...context, socialProviders: [] });
    const read = await Promise.race([reading, wait(DISCOVERY_TIMEOUT_MS, undefined, { ref: false })]);
    const [found] = read?.context.socialProviders ?? [];
    // Of two concurrent discoveries, only the first is added.
    if (found && !providers.some(({ id }) => id === OIDC)) providers.unshift(found);
    return Boolean(found);
  };

  return async (context: Context, providers: Provider[]): Promise<boolean> => {
    if (providers.some(({ id }) => id === OIDC)) return true;
    search ??= discover(context, providers)
      .catch(() => false)
      .finally(() => {
        search = undefined;
      });
    return search;
  };
}
