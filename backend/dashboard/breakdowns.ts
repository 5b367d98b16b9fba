import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Breakdown } from '#contract/dashboard.ts';
import type { Resource, ResourceField, Role } from '#contract/schema/index.ts';

/** As many as a page can show side by side. */
const MOST_BREAKDOWNS = 3;
const MOST_PARTS = 12;

/** How the records of the resources spread over what their references point to, as far as the role may read both. */
export function breakdownsOf({
  database,
  resources,
  role,
}: {
  database: Database;
  resources: Readonly<Record<string, Resource>>;
  role: Role;
}): Promise<Breakdown[]> {
  const references = Object.values(resources).flatMap((resource) =>
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
      parts: await partsOf(database, { resource, field, target }),
    })),
  );
}

async function partsOf(
  database: Database,
  { resource, field, target }: { resource: Resource; field: ResourceField; target: Resource },
): Promise<Breakdown['parts']> {
  const label = sql.ref(`target.${target.fields[target.label]?.column ?? 'id'}`);
  // The records are counted first, by their index alone; only the few results are joined.
  const query = sql<Breakdown['parts'][number]>`
    select target.id, ${label}::text as label, counted.total
    from (select ${sql.ref(field.column)} as id, count(*)::int as total from ${sql.table(resource.table)}
          where ${sql.ref(field.column)} is not null group by 1 order by 2 desc limit ${sql.lit(MOST_PARTS)}) as counted
    join ${sql.table(target.table)} as target on target.id = counted.id
    order by counted.total desc, label`;
  return database.read<Breakdown['parts'][number]>(query.compile(database.kysely));
}
