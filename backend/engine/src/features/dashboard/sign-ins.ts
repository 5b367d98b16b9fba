import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { scopeOf } from '#backend/records/resources/query/scope.ts';

dayjs.extend(utc);

const DAYS = 30;

const dayBefore = (now: Date, days: number) => dayjs.utc(now).subtract(days, 'day').format('YYYY-MM-DD');

/**
 * Returns the number of sign-ins, of the users whom an actor may read, on each of the last 30 days in UTC,
 * including today, oldest first, and on the day 30 days before each of them.
 */
export async function signInsOf(
  database: Database,
  { users, actor, now = new Date() }: { users: Resource; actor: Actor; now?: Date },
): Promise<Dashboard['signIns']> {
  const scope = scopeOf(users, { actor });
  const visible = scope
    ? sql`and exists (select 1 from users as record where record.id = history.actor_id and ${scope})`
    : sql``;
  const query = sql<{ day: string; count: number }>`
    select (at at time zone 'UTC')::date::text as day, count(*)::int as count from history
    where resource = 'sessions' and action = 'create' and at >= ${dayBefore(now, 2 * DAYS - 1)}::timestamptz
      ${visible}
    group by 1`;
  const rows = await database.query<{ day: string; count: number }>({
    ...query.compile(database.kysely),
    mode: 'list',
    table: 'history',
  });
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const countOf = (daysAgo: number) => counts.get(dayBefore(now, daysAgo)) ?? 0;
  return Array.from({ length: DAYS }, (_, index) => {
    const daysAgo = DAYS - 1 - index;
    return { day: dayBefore(now, daysAgo), count: countOf(daysAgo), before: countOf(daysAgo + DAYS) };
  });
}
