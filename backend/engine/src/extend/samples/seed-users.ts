import { DAY_MS } from '@bindery/contract/schema/fields/date.ts';
import type { Role, Roles } from '@bindery/contract/schema/index.ts';
import { sampleAccounts } from '#backend/access/auth/demo-accounts.ts';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { sampleTimestamps } from './insert-samples.ts';

/** Given names of several languages, of people who do not exist. */
export const GIVEN_NAMES = [
  ...['Amina', 'Juma', 'Zawadi', 'Baraka', 'Neema', 'Salim', 'Rehema', 'Omari', 'Fatuma', 'Hamisi'],
  ...['Claire', 'Julien', 'Margaux', 'Étienne', 'Léa', 'Mathieu', 'Chloé', 'Baptiste', 'Inès', 'Hugo'],
  ...['Layla', 'Yusuf', 'Maryam', 'Khalid', 'Salma', 'Tariq', 'Noura', 'Samir', 'Hana', 'Idris'],
  ...['Alice', 'Thomas', 'Grace', 'Oliver', 'Emma', 'Daniel', 'Ruth', 'Henry', 'Maya', 'Samuel'],
  ...['Sofia', 'Mateo', 'Ingrid', 'Lars', 'Mei', 'Kenji', 'Priya', 'Arjun', 'Ewa'],
];
/** Family names of several languages. */
export const FAMILY_NAMES = [
  ...['Mwangi', 'Moreau', 'Haddad', 'Walker', 'Otieno', 'Lefèvre', 'Mansour'],
  ...['Bennett', 'Kamau', 'Girard', 'Nasser', 'Clarke', 'Mushi', 'Silva'],
];
/** Combinations of both lists repeat only after this many users: the least common multiple of 49 and 14. */
const OTHERS = 98;

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

const other = (index: number, role: Role) => {
  const given = GIVEN_NAMES[index % GIVEN_NAMES.length]!;
  const family = FAMILY_NAMES[index % FAMILY_NAMES.length]!;
  return {
    name: `${given} ${family}`,
    email: `${plain(given)}.${plain(family)}@example.com`,
    role,
    isVerified: index % 8 !== 3,
    isOnboarded: index % 8 !== 3 && index % 11 !== 5,
  };
};

/** Returns the sign-in accounts, one of each role, and 98 more users, always the same. */
export const sampleUsers = (roles: Roles) => [
  ...sampleAccounts(roles).map(({ email, role }) => ({
    name: roles.titles[role] ?? role,
    email,
    role,
    isVerified: true,
    isOnboarded: true,
  })),
  ...Array.from({ length: OTHERS }, (_, index) => other(index, roles.ofNewUsers)),
];

/** The days over which the sample users signed up. */
const SIGN_UP_DAYS = 60;

/**
 * Adds missing sign-in accounts of all roles and, if the database has no users, the other sample users with
 * their sign-ins too, unless only the accounts are wanted.
 * @returns whether any user was added.
 */
export async function seedUsers(
  { kysely }: Database,
  roles: Roles,
  { onlyAccounts = false }: { readonly onlyAccounts?: boolean } = {},
): Promise<boolean> {
  const isUsed =
    onlyAccounts || (await kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
  const users = sampleUsers(roles);
  const accounts = addressesOf(roles);
  const wanted = isUsed ? users.filter(({ email }) => accounts.includes(email)) : users;
  const timestamps = sampleTimestamps(wanted.length, { days: onlyAccounts ? 1 : SIGN_UP_DAYS });
  const rows = wanted.map(({ name, email, role, isVerified, isOnboarded }, index) => ({
    id: newId(),
    name,
    email,
    role,
    email_verified: isVerified,
    onboarded_at: isOnboarded ? timestamps[index] : null,
    banned: false,
    created_at: timestamps[index],
    updated_at: timestamps[index],
  }));
  const added = await kysely
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .execute();
  // Where there are users, their own sign-ins are the truth.
  if (!isUsed) await insertSignIns(kysely, rows);
  return added.length > 0;
}

/** Records sign-ins of sample users since they signed up, so that the dashboard's plot shows something. */
async function insertSignIns(
  kysely: Database['kysely'],
  users: readonly { id: string; onboarded_at: Date | null | undefined }[],
): Promise<void> {
  const lines = users.flatMap(({ id, onboarded_at: since }, index) =>
    since ? signInTimes(since, { index }).map((at) => ({ id, at })) : [],
  );
  if (lines.length === 0) return;
  await kysely
    .insertInto('history')
    .values(
      lines.map(({ id, at }) => ({
        id: newId(),
        resource: 'sessions',
        record_id: newId(),
        action: 'create',
        actor_id: id,
        at,
        changes: '{}',
      })),
    )
    .execute();
}

/** Returns when a user signed in: each at their pace, every third to eleventh day, seldom at weekends. */
function signInTimes(since: Date, { index, now = Date.now() }: { index: number; now?: number }): Date[] {
  const pace = (3 + ((index * 5) % 9)) * DAY_MS;
  const times: Date[] = [];
  for (let at = since.getTime(), turn = 0; at < now; at += pace, turn++) {
    const time = new Date(at);
    const isWeekend = time.getUTCDay() === 0 || time.getUTCDay() === 6;
    if (!isWeekend || (index + turn) % 3 === 0) times.push(time);
  }
  return times;
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
