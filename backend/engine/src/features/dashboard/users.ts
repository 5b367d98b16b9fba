import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { maySee } from '#backend/records/resources/query/rights.ts';
import { rowsTable } from '#backend/records/resources/query/scope.ts';

/**
 * Returns the numbers of banned users, and of users who have not completed onboarding, among those whom an
 * actor may read; null if the actor may not read the counted fields.
 */
export async function usersOf(
  database: Database,
  { users, actor }: { users: Resource; actor: Actor },
): Promise<Dashboard['users']> {
  const counted = ['banned', 'onboardedAt'].flatMap((name) => users.fields[name] ?? []);
  if (!counted.every((field) => maySee(actor, field))) return null;
  const query = sql<{ banned: number; notOnboarded: number }>`
    select count(*) filter (where banned)::int as banned,
           count(*) filter (where onboarded_at is null)::int as "notOnboarded" from ${rowsTable(users, { actor })}`;
  const [row] = await database.query<{ banned: number; notOnboarded: number }>({
    ...query.compile(database.kysely),
    mode: 'list',
    table: 'users',
  });
  return row ?? { banned: 0, notOnboarded: 0 };
}
