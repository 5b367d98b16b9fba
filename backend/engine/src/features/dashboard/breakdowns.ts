import type { Breakdown } from '@bindery/contract/api/dashboard.ts';
import { allows, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type AllResources, labelsOf } from '#backend/records/resources/query/labels.ts';
import { rowsTable, scopeOf } from '#backend/records/resources/query/scope.ts';

/** The number of breakdowns that fit next to each other on a page. */
const MOST_BREAKDOWNS = 3;
const MOST_PARTS = 12;

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
    references.slice(0, MOST_BREAKDOWNS).map(async ({ resource, field, target }) => ({
      resource: resource.name,
      field: field.name,
      parts: await partsOf(database, { resource, field, target, resources, actor }),
    })),
  );
  return breakdowns.filter(({ parts }) => !isUniform(parts));
}

/** Whether records are so scattered that every visible part would be a single record. */
const isUniform = (parts: Breakdown['parts']) => parts.length === MOST_PARTS && parts[0]?.total === 1;

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
    where ${column} is not null ${readable} group by 1 order by 2 desc limit ${sql.lit(MOST_PARTS)}`;
  const parts = await database.query<{ id: string; total: number }>({
    ...query.compile(database.kysely),
    mode: 'list',
    table: resource.table,
  });
  const ids = parts.map(({ id }) => id);
  const labels = await labelsOf(database, { resource: target, viewer: actor, resources, ids });
  return parts
    .map(({ id, total }) => ({ id, label: labels.get(id) ?? id, total }))
    .toSorted((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1));
}
