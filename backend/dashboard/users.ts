import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Dashboard } from '#contract/dashboard.ts';

/** Returns the numbers of banned users, and of users who have not entered a name yet. */
export async function usersOf(database: Database): Promise<NonNullable<Dashboard['users']>> {
  const query = sql<{ banned: number; notOnboarded: number }>`
    select count(*) filter (where banned)::int as banned,
           count(*) filter (where onboarded_at is null)::int as "notOnboarded" from users`;
  const [row] = await database.query<{ banned: number; notOnboarded: number }>({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table: 'users' },
  });
  return row ?? { banned: 0, notOnboarded: 0 };
}
