import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Database } from '#backend/database/connection.ts';
import type { CodePurpose } from '#backend/mail/messages.ts';
import type { Settings } from '#backend/settings.ts';
import { ACCOUNT_NOT_FOUND, SIGN_IN } from './codes/codes.ts';
import { sanitizeName } from './profiles.ts';

/** Asks whether an address has an account: never before the answer of the request is out, as it may take longer. */
export const IS_KNOWN = 'select 1 from users where email = $1';

type Joining = Pick<Settings, 'signUp' | 'adminEmail' | 'isDemo'>;

/**
 * Who may have an account that is not there yet: anybody while sign-up is open, and always the first admin.
 * While it is closed, an unknown address gets no code. Whoever has the right one all the same, such as somebody whose
 * account was deleted meanwhile, has shown that the address is theirs, and so is told that it has no account. Whoever
 * comes with the first admin's address from a provider that does not vouch for it is turned away.
 */
export function signUpPolicy(settings: Joining): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        before: async (given, ctx) => {
          const user = { ...given, name: sanitizeName(given.name) };
          if (user.email === settings.adminEmail) return { data: firstAdmin(user) };
          if (ctx?.path === SIGN_IN && !maySignUp(settings, user.email)) {
            throw new APIError('FORBIDDEN', ACCOUNT_NOT_FOUND);
          }
          return { data: user };
        },
      },
    },
  };
}

/**
 * Whether a code to this address could ever open an account, or become somebody's address; asked off the request,
 * where time tells nothing.
 */
export async function shouldSendCode(parts: {
  settings: Joining;
  query: Database['query'];
  address: string;
  purpose: CodePurpose;
}): Promise<boolean> {
  const { settings, query, address, purpose } = parts;
  if (purpose === 'signIn' && maySignUp(settings, address)) return true;
  const found = await query({ sql: IS_KNOWN, parameters: [address] });
  return found.length > 0 === (purpose === 'signIn');
}

/** @throws APIError for an address that nobody has proved to be theirs: anybody could claim the first admin's. */
function firstAdmin<Person extends { emailVerified: boolean }>(user: Person) {
  if (user.emailVerified) return { ...user, role: 'admin' };
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
}

function maySignUp({ signUp, adminEmail, isDemo }: Joining, address: string) {
  return (signUp && !isDemo) || address === adminEmail;
}
