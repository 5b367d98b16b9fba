import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import type { RecordJson } from '../query/projection.ts';
import { oneOf } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';

/** Returns records with all their fields, by id, in their state within the transaction. */
export async function readRecords(
  db: Transaction,
  { service, ids }: { service: ResourceService; ids: readonly string[] },
): Promise<Map<string, RecordJson>> {
  const view = service.projection(APPLICATION);
  const found = new Map<string, RecordJson>();
  for (const some of inChunks(ids)) {
    const select = view.selectFrom({ db, table: service.resource.table });
    const rows = await select.where(sql.ref('record.id'), '=', oneOf(some)).execute();
    for (const row of rows) found.set(String(row.id), view.toJson(row));
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
