import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Database } from '#backend/database/connection.ts';
import type { Settings } from '#backend/settings.ts';
import { INVALID_OTP } from './codes.ts';

type Joining = Pick<Settings, 'signUp' | 'adminEmail' | 'isDemo'>;

/**
 * Who may have an account that is not there yet: anybody while sign-up is open, and always the first admin.
 * While it is closed, an unknown address is answered as if the code had been wrong.
 */
export function newPeople(settings: Joining): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: {
      create: {
        before: async (person, ctx) => {
          if (person.email === settings.adminEmail) return { data: { ...person, role: 'admin' } };
          if (ctx?.path === '/sign-in/email-otp' && !mayJoin(settings, person.email)) {
            throw new APIError('BAD_REQUEST', INVALID_OTP);
          }
          return undefined;
        },
      },
    },
  };
}

/** Whether a code to this address could ever open an account; asked off the request, where time tells nothing. */
export async function isWorthACode(parts: {
  settings: Joining;
  read: Database['read'];
  address: string;
}): Promise<boolean> {
  const { settings, read, address } = parts;
  if (mayJoin(settings, address)) return true;
  const found = await read({ sql: 'select 1 from users where email = $1', parameters: [address] });
  return found.length > 0;
}

function mayJoin({ signUp, adminEmail, isDemo }: Joining, address: string) {
  return (signUp && !isDemo) || address === adminEmail;
}
