import type { Breakdown, Dashboard, ResourceTotal } from '@bindery/contract/api/dashboard.ts';
import {
  type AllResources,
  allows,
  type Resource,
  type ResourceField,
} from '@bindery/contract/schema/index.ts';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type CountCache, countAll } from '#backend/records/resources/query/count.ts';
import { labelsOf } from '#backend/records/resources/query/labels.ts';
import { maySee } from '#backend/records/resources/query/rights.ts';
import { isPersonal, rowsTable, scopeOf } from '#backend/records/resources/query/scope.ts';

/**
 * Returns the number of records of each resource, from the cache that lists use too, and how many of them
 * were created in the last 30 days and in the 30 days before.
 */
export function totalsOf(
  { database, counts, actor }: { database: Database; counts: CountCache; actor: Actor },
  resources: readonly Resource[],
): Promise<ResourceTotal[]> {
  const count = async (resource: Resource) => {
    const query = <Row extends object>(counting: Compilable<Row>) =>
      selectRows(database, counting, { mode: 'list', table: resource.table });
    const counted = { scope: scopeOf(resource, { actor }), isLimited: isPersonal(resource, actor) };
    return (await countAll({ database, counts, resource, query }, counted)).value;
  };
  return Promise.all(
    resources.map(async (resource) => {
      const [total, recent] = await Promise.all([count(resource), newOf(database, { resource, actor })]);
      return { resource: resource.name, total, ...recent };
    }),
  );
}

type New = Pick<ResourceTotal, 'created' | 'createdBefore'>;

/** Counts with the index of the creation times, so that only new records are read. */
async function newOf(
  database: Database,
  { resource, actor }: { resource: Resource; actor: Actor },
): Promise<New> {
  const query = sql<New>`
    select count(*) filter (where created_at >= now() - interval '30 days')::int as created,
           count(*) filter (where created_at < now() - interval '30 days')::int as "createdBefore"
    from ${rowsTable(resource, { actor })} where created_at >= now() - interval '60 days'`;
  const [row] = await selectRows(database, query, { mode: 'list', table: resource.table });
  return row ?? { created: 0, createdBefore: 0 };
}

/**
 * Returns the numbers of users who need attention, among those whom an actor may read: each counts once,
 * as banned, otherwise as not verified, otherwise as not onboarded. Those who were created within the last
 * day have not had the time, so only a ban counts. Null if the actor may not read the counted fields.
 */
export async function usersOf(
  database: Database,
  { users, actor }: { users: Resource; actor: Actor },
): Promise<Dashboard['users']> {
  const counted = ['banned', 'emailVerified', 'onboardedAt'].flatMap((name) => users.fields[name] ?? []);
  if (!counted.every((field) => maySee(actor, field))) return null;
  const query = sql<NonNullable<Dashboard['users']>>`
    select count(*) filter (where banned)::int as banned,
           count(*) filter (where is_late and not email_verified)::int as "notVerified",
           count(*) filter (where is_late and email_verified and onboarded_at is null)::int as "notOnboarded"
    from (select *, not banned and created_at <= now() - interval '1 day' as is_late
          from ${rowsTable(users, { actor })}) as each_user`;
  const [row] = await selectRows(database, query, { mode: 'list', table: 'users' });
  return row ?? { banned: 0, notVerified: 0, notOnboarded: 0 };
}

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
  const rows = await selectRows(database, query, { mode: 'list', table: 'history' });
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const countOf = (daysAgo: number) => counts.get(dayBefore(now, daysAgo)) ?? 0;
  return Array.from({ length: DAYS }, (_, index) => {
    const daysAgo = DAYS - 1 - index;
    return { day: dayBefore(now, daysAgo), count: countOf(daysAgo), before: countOf(daysAgo + DAYS) };
  });
}

/** The number of breakdowns that fit next to each other on a page. */
const MAX_BREAKDOWNS = 3;
const MAX_PARTS = 12;

/**
 * Counts the records of each resource by the targets of their references, if the role may read both. Leaves
 * out meaningless breakdowns: parts of one record each.
 */
export async function breakdownsOf({
  database,
  resources,
  shown,
  actor,
}: {
  database: Database;
  resources: AllResources;
  /** The resources on the dashboard. */
  shown: readonly Resource[];
  actor: Actor;
}): Promise<Breakdown[]> {
  const references = shown.flatMap((resource) =>
    Object.values<ResourceField>(resource.fields).flatMap((field) => {
      // A record counts for one part: a field with several values has no such parts.
      const target = field.to && !field.join ? resources[field.to] : undefined;
      const readable =
        target && [resource, target].every((one) => allows(one, { role: actor.role, action: 'read' }));
      return readable && field.readBy.includes(actor.role) ? [{ resource, field, target }] : [];
    }),
  );
  const breakdowns = await Promise.all(
    references.slice(0, MAX_BREAKDOWNS).map(async ({ resource, field, target }) => ({
      resource: resource.name,
      field: field.name,
      parts: await partsOf(database, { resource, field, target, resources, actor }),
    })),
  );
  return breakdowns.filter(({ parts }) => !isUniform(parts));
}

/** Whether records are so scattered that every visible part would be a single record. */
const isUniform = (parts: Breakdown['parts']) => parts.length === MAX_PARTS && parts[0]?.total === 1;

interface Spread {
  readonly resource: Resource;
  readonly field: ResourceField;
  readonly target: Resource;
  readonly resources: AllResources;
  readonly actor: Actor;
}

async function partsOf(
  database: Database,
  { resource, field, target, resources, actor }: Spread,
): Promise<Breakdown['parts']> {
  const column = sql.ref(field.column);
  // A record may refer to one that the actor may not read, whose id must not be revealed.
  const readable = scopeOf(target, { actor })
    ? sql`and exists (select 1 from ${rowsTable(target, { actor, alias: 'target' })} where target.id = ${sql.ref(`record.${field.column}`)})`
    : sql``;
  // The index alone counts the records; only the few results are looked up.
  const query = sql<{ id: string; total: number }>`
    select ${column} as id, count(*)::int as total from ${rowsTable(resource, { actor })}
    where ${column} is not null ${readable} group by 1 order by 2 desc limit ${sql.lit(MAX_PARTS)}`;
  const parts = await selectRows(database, query, { mode: 'list', table: resource.table });
  const ids = parts.map(({ id }) => id);
  const labels = await labelsOf(database, { resource: target, actor, resources, ids });
  return parts
    .map(({ id, total }) => ({ id, label: labels.get(id) ?? id, total }))
    .toSorted((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1));
}
