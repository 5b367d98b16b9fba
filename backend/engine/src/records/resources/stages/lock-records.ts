import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { runAhead } from '#backend/database/query.ts';
import type { AllResources } from '../query/labels.ts';
import { oneOf } from '../query/sql-fragment.ts';

/**
 * Returns the names of all resources, each before those that it refers to. All writes of several records lock
 * them in this order, as PostgreSQL does for a single one: the record itself, then the records that it refers
 * to.
 */
export function lockOrder(resources: AllResources): string[] {
  const order = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const referrer of Object.values(resources))
      if (Object.values<ResourceField>(referrer.fields).some(({ to }) => to === name)) visit(referrer.name);
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
    if (these.length > 0) await lockRows(db, resources[name]!, these);
  }
}

/** Locks records of a resource until the transaction ends, in the order of their ids. */
export const lockRows = (db: Transaction, { table }: Resource, ids: readonly string[]): Promise<void> =>
  runAhead(
    db,
    sql`select 1 from ${sql.table(table)} where id = ${oneOf(ids)} order by id for update`.compile(db),
  );
