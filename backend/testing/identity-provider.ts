import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** The user at the provider's sign-in page, or 'refuses' for one who denies consent. */
export type IdentityProviderUser = { email: string; name: string; email_verified?: boolean } | 'refuses';

/** A real OpenID Connect provider that responds for its user without a page. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The settings with which a server offers it. */
  readonly settings: Record<string, string>;
  /** The user of the next sign-in. */
  someone: IdentityProviderUser;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'bindery', client_secret: 'a secret between the two of them' };

/** Starts a provider on a free port. It accepts any redirect URI from its one client. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { someone: IdentityProviderUser } = { someone: 'refuses' };
  const provider = new Provider(issuer, configuration());
  provider.Client.prototype.redirectUriAllowed = () => true;
  const answer = provider.callback();
  server.on('request', async (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return answer(req, res);
    const { someone } = state;
    const result =
      someone === 'refuses' ? { error: 'access_denied' } : { login: { accountId: JSON.stringify(someone) } };
    await provider.interactionFinished(req, res, result);
  });
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_LABEL: 'Company account',
    },
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

function configuration(): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [{ ...CLIENT, redirect_uris: ['http://127.0.0.1/'] }],
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
