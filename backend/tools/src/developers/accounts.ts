import { sampleAccounts } from '@bindery/backend/access/auth/demo-accounts.ts';
import { roleOf } from '@bindery/backend/access/sessions/session-store.ts';
import type { Database } from '@bindery/backend/database/connection.ts';
import type { DeveloperOverview } from '@bindery/contract/api/developers/routes.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource, Role } from '@bindery/contract/schema/index.ts';

/**
 * The account that a role is viewed with. Its id is null if there is none, or if the existing one cannot be
 * used.
 */
type Account = DeveloperOverview['accounts'][number] & { readonly role: Role; readonly user: string | null };

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly banned: boolean | null;
}

/** Returns the account of each role: its sample account, or else its first user who is not banned. */
export async function accountsOf(
  { query }: Pick<Database, 'query'>,
  resources: Readonly<Record<string, Resource>>,
): Promise<Account[]> {
  const roles = rolesOf(resources);
  const samples = sampleAccounts(roles);
  const found = await query<UserRow>({
    sql: 'select id, email, role, banned from users where email = any($1)',
    parameters: [samples.map(({ email }) => email)],
  });
  return Promise.all(
    samples.map(async ({ role, email }): Promise<Account> => {
      const sample = found.find((user) => user.email === email);
      if (sample && !sample.banned && roleOf(sample.role, roles) === role)
        return { role, email, user: sample.id, state: 'there' };
      const [other] = await query<UserRow>({
        sql: `select id, email, role, banned from users
          where role = $1 and banned is not true order by created_at, id limit 1`,
        parameters: [role],
      });
      if (other) return { role, email: other.email, user: other.id, state: 'there' };
      return { role, email, user: null, state: sample ? 'taken' : 'missing' };
    }),
  );
}
