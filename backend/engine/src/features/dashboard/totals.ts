import type { ResourceTotal } from '@bindery/contract/api/dashboard.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type CountCache, countAll } from '#backend/records/resources/query/count.ts';
import { rowsTable, scopeOf } from '#backend/records/resources/query/scope.ts';

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
      database.query<Row>({ ...counting.compile(), mode: 'list', table: resource.table });
    return (await countAll({ database, counts, resource, query }, scopeOf(resource, { actor }))).value;
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
  const [row] = await database.query<New>({
    ...query.compile(database.kysely),
    mode: 'list',
    table: resource.table,
  });
  return row ?? { created: 0, createdBefore: 0 };
}
