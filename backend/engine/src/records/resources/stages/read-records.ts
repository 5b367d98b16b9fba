import type { AllResources } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { type Reading, runAhead, selectRows } from '#backend/database/query.ts';
import { isDataException, UnreadableRecord } from '../database-errors.ts';
import type { Projection, RecordJson } from '../query/projection.ts';
import { oneOf } from '../query/sql-fragment.ts';

/**
 * Returns records as a projection shows them, by id, also those outside of its scope.
 * @throws UnreadableRecord if one has a computed field without a value.
 */
export async function readRecords(
  reading: Reading,
  { projection, ids }: { projection: Projection; ids: readonly string[] },
): Promise<Map<string, RecordJson>> {
  const { table } = projection.resource;
  const found = new Map<string, RecordJson>();
  for (const some of inChunks(ids)) {
    const select = projection
      .selectFrom({ db: reading.kysely, table })
      .where(sql.ref('record.id'), '=', oneOf(some));
    const rows = await selectRows(reading, select, { table }).catch((error: unknown) => {
      throw isDataException(error) ? new UnreadableRecord(projection.resource, error) : error;
    });
    for (const row of rows) found.set(String(row.id), projection.toJson(row));
  }
  return found;
}

/** The number of records that one statement reads or writes. */
const AT_ONCE = 500;

/** Splits a list into chunks. */
export function inChunks<Item>(items: readonly Item[], size = AT_ONCE): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

const lockOrders = new WeakMap<AllResources, readonly string[]>();

/**
 * Returns the names of all resources, each before those that it refers to. Writes of several records lock
 * them in this order, as PostgreSQL does for a single one: the record, then the records it refers to.
 */
export function lockOrder(resources: AllResources): readonly string[] {
  const order = lockOrders.get(resources) ?? computeLockOrder(resources);
  lockOrders.set(resources, order);
  return order;
}

function computeLockOrder(resources: AllResources): string[] {
  const order = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const referrer of Object.values(resources))
      if (Object.values(referrer.fields).some(({ to }) => to === name)) visit(referrer.name);
    order.add(name);
  };
  for (const name of Object.keys(resources).sort()) visit(name);
  return [...order];
}

/** Locks records until the transaction ends, by resource in the order of `lockOrder`, then by id. */
export async function lockRecords(
  db: Transaction,
  { resources, ids }: { resources: AllResources; ids: ReadonlyMap<string, Iterable<string>> },
): Promise<void> {
  for (const name of lockOrder(resources)) {
    const these = [...(ids.get(name) ?? [])];
    if (these.length === 0) continue;
    const { table } = resources[name]!;
    const locking = sql`select 1 from ${sql.table(table)} where id = ${oneOf(these)} order by id for update`;
    await runAhead(db, locking.compile(db));
  }
}
