import type { Roles } from '@bindery/contract/schema/index.ts';
import { sampleAccounts } from '#backend/access/auth/demo-accounts.ts';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { sampleMoments } from './insert-samples.ts';
import { sampleUsers } from './sample-users.ts';

/** The days over which the sample users signed up. */
const SIGN_UP_DAYS = 60;

/**
 * Adds missing sign-in accounts of all roles and, if the database has no users, the other sample users too.
 * @returns whether any user was added.
 */
export async function seedUsers({ kysely }: Database, roles: Roles): Promise<boolean> {
  const first = await kysely.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const users = sampleUsers(roles);
  const accounts = addressesOf(roles);
  const wanted = first ? users.filter(({ email }) => accounts.includes(email)) : users;
  const moments = sampleMoments(wanted.length, { days: SIGN_UP_DAYS });
  const rows = wanted.map(({ name, email, role, isVerified, isOnboarded }, index) => ({
    id: newId(),
    name,
    email,
    role,
    email_verified: isVerified,
    onboarded_at: isOnboarded ? moments[index] : null,
    banned: false,
    created_at: moments[index],
    updated_at: moments[index],
  }));
  const added = await kysely
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

const addressesOf = (roles: Roles) => sampleAccounts(roles).map(({ email }) => email);

/** Returns the sample accounts that can sign in, with their current roles. */
export async function usableAccounts(
  database: Pick<Database, 'query'>,
  roles: Roles,
): Promise<{ email: string; role: string }[]> {
  return database.query<{ email: string; role: string }>({
    sql: 'select email, role from users where email = any($1) and banned is not true order by email',
    parameters: [addressesOf(roles)],
  });
}
