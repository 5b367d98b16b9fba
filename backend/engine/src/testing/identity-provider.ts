import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { identityProviderAt } from './identity-provider-settings.ts';

/** The user at the provider's sign-in page, or 'denies' for a user who denies consent. */
export type IdentityProviderUser =
  | {
      email: string;
      name: string;
      /** Some providers send a text. */
      email_verified?: boolean | string;
      /** What the userinfo endpoint sends instead of the user's data, as no provider should. */
      userinfo?: object;
    }
  | 'denies';

/** A real OpenID Connect provider that responds for its user without a page. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The settings with which a server offers it. */
  readonly settings: Record<string, string>;
  /** The user of the next sign-in. */
  someone: IdentityProviderUser;
  close(): Promise<void>;
}

/** Starts a provider, on a free port by default. It accepts any redirect URI from its one client. */
export async function startIdentityProvider(wanted = 0): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = identityProviderAt(port);
  const issuer = settings.OIDC_ISSUER;
  const state: { someone: IdentityProviderUser } = { someone: 'denies' };
  const provider = new Provider(issuer, configuration(settings));
  provider.Client.prototype.redirectUriAllowed = () => true;
  const response = provider.callback();
  server.on('request', async (req, res) => {
    const { someone } = state;
    if (req.url === '/me' && someone !== 'denies' && someone.userinfo)
      return void res
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ sub: JSON.stringify(someone), ...someone.userinfo }));
    if (!req.url?.startsWith('/interaction/')) return response(req, res);
    const result =
      someone === 'denies' ? { error: 'access_denied' } : { login: { accountId: JSON.stringify(someone) } };
    await provider.interactionFinished(req, res, result);
  });
  return {
    issuer,
    settings,
    get someone() {
      return state.someone;
    },
    set someone(someone) {
      state.someone = someone;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function configuration(settings: ReturnType<typeof identityProviderAt>): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: settings.OIDC_CLIENT_ID,
        client_secret: settings.OIDC_CLIENT_SECRET,
        redirect_uris: ['http://127.0.0.1/'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['signs the cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => {
        const user = JSON.parse(accountId);
        return { email_verified: true, ...user, sub: user.email };
      },
    }),
    // Grants consent without asking.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    // Short-lived sessions, so that each sign-in is a new one.
    ttl: { Session: 1, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  };
}
