import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Dashboard } from '#contract/dashboard.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How often somebody signed in on each of the last 30 days in UTC, today included, the oldest first. */
export async function signInsOf(database: Database, now = new Date()): Promise<Dashboard['signIns']> {
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const query = sql<{ day: string; count: number }>`
    select (at at time zone 'UTC')::date::text as day, count(*)::int as count from history
    where resource = 'sessions' and action = 'create' and at >= ${days[0]}::timestamptz
    group by 1`;
  const rows = await database.read<{ day: string; count: number }>(query.compile(database.kysely));
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return days.map((day) => ({ day, count: counts.get(day) ?? 0 }));
}
