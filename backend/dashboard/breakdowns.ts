import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { type AllResources, labelsOf } from '#backend/resources/query/labels.ts';
import type { Breakdown } from '#contract/dashboard.ts';
import type { Resource, ResourceField, Role } from '#contract/schema/index.ts';

/** The number of breakdowns that fit side by side on a page. */
const MOST_BREAKDOWNS = 3;
const MOST_PARTS = 12;

/**
 * Counts the records of each resource by the records that their references point to, where the role may read
 * both.
 */
export function breakdownsOf({
  database,
  resources,
  shown,
  role,
}: {
  database: Database;
  resources: AllResources;
  /** The resources that stand on the dashboard. */
  shown: readonly Resource[];
  role: Role;
}): Promise<Breakdown[]> {
  const references = shown.flatMap((resource) =>
    Object.values<ResourceField>(resource.fields).flatMap((field) => {
      const target = field.to ? resources[field.to] : undefined;
      const readable = target && [resource, target].every(({ rights }) => rights[role].includes('read'));
      return readable && field.readBy.includes(role) ? [{ resource, field, target }] : [];
    }),
  );
  return Promise.all(
    references.slice(0, MOST_BREAKDOWNS).map(async ({ resource, field, target }) => ({
      resource: resource.name,
      field: field.name,
      parts: await partsOf(database, { resource, field, target, resources, role }),
    })),
  );
}

interface Spread {
  readonly resource: Resource;
  readonly field: ResourceField;
  readonly target: Resource;
  readonly resources: AllResources;
  readonly role: Role;
}

async function partsOf(
  database: Database,
  { resource, field, target, resources, role }: Spread,
): Promise<Breakdown['parts']> {
  const column = sql.ref(field.column);
  // The records are counted with the index alone; only the few results are looked up.
  const query = sql<{ id: string; total: number }>`
    select ${column} as id, count(*)::int as total from ${sql.table(resource.table)}
    where ${column} is not null group by 1 order by 2 desc limit ${sql.lit(MOST_PARTS)}`;
  const parts = await database.query<{ id: string; total: number }>({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table: resource.table },
  });
  const ids = parts.map(({ id }) => id);
  const labels = await labelsOf(database, { resource: target, viewer: role, resources, ids });
  return parts
    .map(({ id, total }) => ({ id, label: labels.get(id) ?? id, total }))
    .toSorted((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1));
}
