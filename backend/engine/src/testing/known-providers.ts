import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { IdentityProviderUser } from './identity-provider.ts';

const CLIENT = { id: 'bindery', secret: 'a secret between the two of them' };

/** The OAuth endpoints of GitHub or Google. */
interface KnownProvider {
  readonly id: 'github' | 'google';
  readonly settings: Readonly<Record<string, string>>;
  /** The authorization endpoint. */
  readonly authorize: string;
  readonly token: string;
  /** Returns the responses to the token request and the calls that follow, by URL. */
  responses(user: Exclude<IdentityProviderUser, 'denies'>): Readonly<Record<string, unknown>>;
}

const GITHUB_TOKEN = 'https://github.com/login/oauth/access_token';
const GOOGLE_TOKEN = 'https://oauth2.googleapis.com/token';

/** As documented: https://docs.github.com/apps/oauth-apps and https://developers.google.com/identity. */
export const knownProviders: readonly KnownProvider[] = [
  {
    id: 'github',
    settings: { GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret },
    authorize: 'https://github.com/login/oauth/authorize',
    token: GITHUB_TOKEN,
    responses: ({ email, name, email_verified: verified = true }) => ({
      [GITHUB_TOKEN]: { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' },
      'https://api.github.com/user': { id: idOf(email), login: 'octocat', name, email: null },
      'https://api.github.com/user/emails': [{ email, primary: true, verified, visibility: 'private' }],
    }),
  },
  {
    id: 'google',
    settings: { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret },
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: GOOGLE_TOKEN,
    responses: ({ email, name, email_verified = true }) => ({
      [GOOGLE_TOKEN]: {
        access_token: 'ya29.x',
        token_type: 'Bearer',
        expires_in: 3599,
        id_token: unsigned({
          iss: 'https://accounts.google.com',
          sub: idOf(email),
          email,
          email_verified,
          name,
        }),
      },
    }),
  },
];

/** Intercepts the calls of this process to the provider; other network calls pass. */
export interface StandInProvider {
  /** Handles the authorization request as the given user; returns the URL of the visitor's redirect. */
  visit(address: URL, someone: IdentityProviderUser): URL;
  stop(): void;
}

/** Fakes a provider that tests cannot reach. Accepts only codes it has issued, only from its own client. */
export function createStandIn(provider: KnownProvider): StandInProvider {
  const codes = new Map<
    string,
    { challenge: string | null; redirect: string; someone: Exclude<IdentityProviderUser, 'denies'> }
  >();
  let current: Readonly<Record<string, unknown>> = {};
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { href, hostname } = new URL(input instanceof Request ? input.url : input);
    if (!/(^|\.)(github|google|googleapis)\.com$/.test(hostname)) return real(input, init);
    if (href !== provider.token) return href in current ? Response.json(current[href]) : notFound();
    const form = new URLSearchParams(String(init?.body));
    const stored = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    const isTheirs =
      stored && stored.redirect === form.get('redirect_uri') && (stored.challenge ?? proof) === proof;
    if (!isClient || !isTheirs) return Response.json({ error: 'bad_verification_code' }, { status: 400 });
    current = provider.responses(stored.someone);
    return Response.json(current[href]);
  });
  return {
    visit: (address, someone) => {
      if (address.origin + address.pathname !== provider.authorize)
        throw new Error(`${address} is not ${provider.id}`);
      const { searchParams: given } = address;
      if (given.get('client_id') !== CLIENT.id) throw new Error('The provider knows no such client');
      const back = new URL(given.get('redirect_uri') ?? '');
      back.searchParams.set('state', given.get('state') ?? '');
      if (someone === 'denies') back.searchParams.set('error', 'access_denied');
      else {
        const code = `code-${codes.size}-${Math.random()}`;
        codes.set(code, {
          challenge: given.get('code_challenge'),
          redirect: given.get('redirect_uri') ?? '',
          someone,
        });
        back.searchParams.set('code', code);
      }
      return back;
    },
    stop: () => spy.mockRestore(),
  };
}

function notFound() {
  return Response.json({ message: 'Not Found' }, { status: 404 });
}

/** Both providers use numeric user ids. */
function idOf(email: string) {
  return String(Number.parseInt(createHash('sha256').update(email).digest('hex').slice(0, 10), 16));
}

/** Google's ID token comes from Google itself over TLS, so its signature is not checked. */
function unsigned(claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'RS256', kid: 'x' })}.${part({ aud: CLIENT.id, iat: now, exp: now + 3600, ...claims })}.x`;
}
