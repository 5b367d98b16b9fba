import type { Roles } from '@bindery/contract/schema/index.ts';
import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Query } from '#backend/database/query.ts';
import type { CodePurpose } from '#backend/kernel/mail/messages.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { ACCOUNT_NOT_FOUND, SIGN_IN } from './codes/codes.ts';
import { sanitizeName } from './profiles.ts';

/** Queries whether an address has an account: only after the response, as its timing reveals the result. */
export const IS_KNOWN = 'select 1 from users where email = $1';

type SignUpSettings = Pick<Settings, 'signUp' | 'adminEmail' | 'isDemo'>;
type PolicySettings = SignUpSettings & { readonly roles: Roles };

/**
 * Returns the database hooks that decide who may sign up: any user while sign-up is open, and always the
 * first admin. While it is closed, an unknown address gets no code. A user who enters the correct code anyway
 * (for example because the account was deleted in between) has proved that they own the address, so the error
 * may say that it has no account. The first admin's address is rejected if the provider has not verified it.
 */
export function signUpPolicy(settings: PolicySettings): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        before: async (given, ctx) => {
          const user = { ...given, name: sanitizeName(given.name) };
          if (user.email === settings.adminEmail) return { data: firstAdmin(user, settings.roles) };
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
 * Returns whether to send a code: to sign in, if the address has an account or may get one; to change the
 * address, if it is free. Runs after the response, so that timing reveals nothing.
 */
export async function shouldSendCode(parts: {
  settings: SignUpSettings;
  query: Query;
  address: string;
  purpose: CodePurpose;
}): Promise<boolean> {
  const { settings, query, address, purpose } = parts;
  if (purpose === 'signIn' && maySignUp(settings, address)) return true;
  const found = await query({ sql: IS_KNOWN, parameters: [address] });
  return found.length > 0 === (purpose === 'signIn');
}

/** @throws APIError if the address is not verified: otherwise any user could claim the first admin's. */
function firstAdmin<User extends { emailVerified: boolean }>(user: User, { administrators }: Roles) {
  if (user.emailVerified) return { ...user, role: administrators[0] };
  throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' });
}

function maySignUp({ signUp, adminEmail, isDemo }: SignUpSettings, address: string) {
  return (signUp && !isDemo) || address === adminEmail;
}
