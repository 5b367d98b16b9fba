import {
  type Breakdown,
  type Dashboard,
  dashboardResources,
  dashboardRoutes,
  type ResourceTotal,
} from '@bindery/contract/api/dashboard.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import type { Router } from 'express';
import { type Compilable, sql } from 'kysely';
import { requireActorOf, requireFixedRight } from '#backend/access/sessions/middleware.ts';
import type { Database } from '#backend/database/connection.ts';
import { selectRows } from '#backend/database/query.ts';
import { readHistoryPage } from '#backend/features/history/read-history.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import { type CountCache, countAll } from '#backend/records/resources/query/count.ts';
import { labelsOf, readableTarget } from '#backend/records/resources/query/labels.ts';
import { isLimited, may, maySee } from '#backend/records/resources/query/rights.ts';
import { rowsTable, scopeOf } from '#backend/records/resources/query/scope.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';

interface Parts {
  readonly database: Database;
  readonly resources: AllResources;
  readonly services: ResourceServices;
  readonly counts: CountCache;
}

/** The parts, and the user who opens the dashboard. */
interface Visit extends Parts {
  readonly actor: Actor;
}

/** The number of the latest changes that the dashboard shows. */
const LATEST = 10;

/** The endpoint of the manager's dashboard, for users who may open the manager. */
export function dashboardEndpoints(parts: Parts): Router {
  return endpoints(dashboardRoutes, {
    read: guarded(requireFixedRight('apps', 'manager'), async ({ res }) => ({
      status: 200,
      body: await dashboardOf({ ...parts, actor: requireActorOf(res) }),
    })),
  });
}

async function dashboardOf(visit: Visit): Promise<Dashboard> {
  const { resources, actor } = visit;
  const all: Resource[] = Object.values(resources);
  const readable = all.filter((resource) => may(actor, resource, 'read'));
  const shown = dashboardResources(all, readable);
  const users = readable.find(({ name }) => name === 'users');
  const seesSignIns = users && rolesOf(resources).administrators.includes(actor.role);
  const [totals, signIns, usersFigures, breakdowns, { changes: latest }] = await Promise.all([
    Promise.all(shown.map((resource) => totalOf(visit, resource))),
    seesSignIns ? signInsOf(visit, users) : [],
    users ? usersOf(visit, users) : null,
    breakdownsOf(visit, shown),
    readable.length > 0
      ? readHistoryPage(visit, { filters: {}, actor, size: LATEST, oncePerBatch: true, onlyFields: true })
      : { changes: [] },
  ]);
  const signInsBefore = seesSignIns ? signIns.reduce((sum, { before }) => sum + before, 0) : null;
  return { totals, signIns, signInsBefore, users: usersFigures, breakdowns, latest };
}

/**
 * Returns the number of records of a resource, from the cache that lists use too, and how many of them were
 * created in the last 30 days and in the 30 days before.
 */
async function totalOf({ database, counts, actor }: Visit, resource: Resource): Promise<ResourceTotal> {
  const query = <Row extends object>(counting: Compilable<Row>) =>
    selectRows(database, counting, { table: resource.table });
  const counted = { scope: scopeOf(resource, { actor }), isLimited: isLimited(actor, resource, 'read') };
  // The index of the creation times finds the new records, so that only these are read.
  const recent = sql<Omit<ResourceTotal, 'resource' | 'total'>>`
    select count(*) filter (where created_at >= now() - interval '30 days')::int as created,
           count(*) filter (where created_at < now() - interval '30 days')::int as "createdBefore"
    from ${rowsTable(resource, { actor })} where created_at >= now() - interval '60 days'`;
  const [{ value: total }, [created]] = await Promise.all([
    countAll({ database, counts, resource, query }, counted),
    selectRows(database, recent, { table: resource.table }),
  ]);
  return { resource: resource.name, total, ...created! };
}

/**
 * Returns the numbers of users who need attention, among those whom an actor may read: each counts once,
 * as banned, otherwise as not verified, otherwise as not onboarded. Those who were created within the last
 * day have not had the time, so only a ban counts. Null if the actor may not read the counted fields.
 */
async function usersOf({ database, actor }: Visit, users: Resource): Promise<Dashboard['users']> {
  const counted = ['banned', 'emailVerified', 'onboardedAt'].flatMap((name) => users.fields[name] ?? []);
  if (!counted.every((field) => maySee(actor, field))) return null;
  const query = sql<NonNullable<Dashboard['users']>>`
    select count(*) filter (where banned)::int as banned,
           count(*) filter (where is_late and not email_verified)::int as "notVerified",
           count(*) filter (where is_late and email_verified and onboarded_at is null)::int as "notOnboarded"
    from (select *, not banned and created_at <= now() - interval '1 day' as is_late
          from ${rowsTable(users, { actor })}) as each_user`;
  const [row] = await selectRows(database, query, { table: 'users' });
  return row!;
}

dayjs.extend(utc);

const DAYS = 30;

/**
 * Returns the number of sign-ins, of the users whom an actor may read, on each of the last 30 days in UTC,
 * including today, oldest first, and on the day 30 days before each of them.
 */
async function signInsOf({ database, actor }: Visit, users: Resource): Promise<Dashboard['signIns']> {
  const now = dayjs.utc();
  const dayBefore = (days: number) => now.subtract(days, 'day').format('YYYY-MM-DD');
  const scope = scopeOf(users, { actor });
  const visible = scope
    ? sql`and exists (select 1 from users as record where record.id = history.actor_id and ${scope})`
    : sql``;
  const query = sql<{ day: string; count: number }>`
    select (at at time zone 'UTC')::date::text as day, count(*)::int as count from history
    where resource = 'sessions' and action = 'create' and at >= ${dayBefore(2 * DAYS - 1)}::timestamptz
      ${visible}
    group by 1`;
  const rows = await selectRows(database, query, { table: 'history' });
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const countOf = (daysAgo: number) => counts.get(dayBefore(daysAgo)) ?? 0;
  return Array.from({ length: DAYS }, (_, index) => {
    const daysAgo = DAYS - 1 - index;
    return { day: dayBefore(daysAgo), count: countOf(daysAgo), before: countOf(daysAgo + DAYS) };
  });
}

/** The number of breakdowns that fit next to each other on a page. */
const MAX_BREAKDOWNS = 3;
const MAX_PARTS = 12;

/** A reference by whose targets the records of a resource are counted. */
interface Reference {
  readonly resource: Resource;
  readonly field: ResourceField;
  readonly target: Resource;
}

/**
 * Counts the records of readable resources by the targets of their references, if the role may read these.
 * Leaves out meaningless breakdowns: parts of one record each.
 */
async function breakdownsOf(visit: Visit, shown: readonly Resource[]): Promise<Breakdown[]> {
  const references = shown.flatMap((resource) =>
    Object.values(resource.fields).flatMap((field): Reference[] => {
      // A record counts for one part: a field with several values has no such parts.
      const target = field.join ? undefined : readableTarget(field, visit);
      return target && maySee(visit.actor, field) ? [{ resource, field, target }] : [];
    }),
  );
  const breakdowns = await Promise.all(
    references.slice(0, MAX_BREAKDOWNS).map(async (reference) => ({
      resource: reference.resource.name,
      field: reference.field.name,
      parts: await partsOf(visit, reference),
    })),
  );
  // If records are this scattered, every visible part is a single record.
  return breakdowns.filter(({ parts }) => parts.length < MAX_PARTS || parts[0]?.total !== 1);
}

async function partsOf(
  { database, resources, actor }: Visit,
  { resource, field, target }: Reference,
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
  const parts = await selectRows(database, query, { table: resource.table });
  const ids = parts.map(({ id }) => id);
  const labels = await labelsOf(database, { resource: target, actor, resources, ids });
  return parts
    .map(({ id, total }) => ({ id, label: labels.get(id) ?? id, total }))
    .toSorted((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1));
}
