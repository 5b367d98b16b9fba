import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Dashboard } from '#contract/dashboard.ts';

dayjs.extend(utc);

const DAYS = 30;

const dayBefore = (now: Date, days: number) => dayjs.utc(now).subtract(days, 'day').format('YYYY-MM-DD');

/** Returns the number of sign-ins on each of the last 30 days in UTC, including today, the oldest first. */
export async function signInsOf(database: Database, now = new Date()): Promise<Dashboard['signIns']> {
  const days = Array.from({ length: DAYS }, (_, index) => dayBefore(now, DAYS - 1 - index));
  const query = sql<{ day: string; count: number }>`
    select (at at time zone 'UTC')::date::text as day, count(*)::int as count from history
    where resource = 'sessions' and action = 'create' and at >= ${days[0]}::timestamptz
    group by 1`;
  const rows = await database.query<{ day: string; count: number }>({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table: 'history' },
  });
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return days.map((day) => ({ day, count: counts.get(day) ?? 0 }));
}

/** Returns the number of sign-ins in the 30 days before those of `signInsOf`. */
export async function signInsBefore30Days(database: Database, now = new Date()): Promise<number> {
  const query = sql<{ count: number }>`
    select count(*)::int as count from history
    where resource = 'sessions' and action = 'create'
      and at >= ${dayBefore(now, 2 * DAYS - 1)}::timestamptz and at < ${dayBefore(now, DAYS - 1)}::timestamptz`;
  const [row] = await database.query<{ count: number }>({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table: 'history' },
  });
  return row?.count ?? 0;
}
