import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { CountCache } from '#backend/resources/query/count-cache.ts';
import type { Total } from '#contract/dashboard.ts';
import type { Resource } from '#contract/schema/index.ts';

/** Returns the number of records of each resource, from the cache that lists use too. */
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
    resources.map(async (resource) => ({
      resource: resource.name,
      total: await counts.get(resource.name, () => count(resource)),
    })),
  );
}
