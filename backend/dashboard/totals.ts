import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { CountCache } from '#backend/resources/query/count-cache.ts';
import type { Total } from '#contract/dashboard.ts';
import type { Resource } from '#contract/schema/index.ts';

/**
 * Returns the number of records of each resource, from the cache that lists use too, and how many of them were created
 * in the last 30 days and in the 30 days before.
 */
export function totalsOf(
  { database, counts }: { database: Database; counts: CountCache },
  resources: readonly Resource[],
): Promise<Total[]> {
  const count = async ({ table }: Resource) => {
    const query = sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)}`;
    const [row] = await database.query<{ total: number }>({
      ...query.compile(database.kysely),
      ...{ mode: 'list', table },
    });
    return row?.total ?? 0;
  };
  return Promise.all(
    resources.map(async (resource) => {
      const [total, recent] = await Promise.all([
        counts.get(resource.name, () => count(resource)),
        newOf(database, resource),
      ]);
      return { resource: resource.name, total, ...recent };
    }),
  );
}

type New = Pick<Total, 'created' | 'createdBefore'>;

/** Counts by the index of the creation times, so that only new records are read. */
async function newOf(database: Database, { table }: Resource): Promise<New> {
  const query = sql<New>`
    select count(*) filter (where created_at >= now() - interval '30 days')::int as created,
           count(*) filter (where created_at < now() - interval '30 days')::int as "createdBefore"
    from ${sql.table(table)} where created_at >= now() - interval '60 days'`;
  const [row] = await database.query<New>({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table },
  });
  return row ?? { created: 0, createdBefore: 0 };
}
