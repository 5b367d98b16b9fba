import type { AuditChange, ChangedRecord } from '@bindery/contract/api/history.ts';
import { MAX_BATCH_RECORDS } from '@bindery/contract/records/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { selectRows } from '#backend/database/query.ts';
import { isUndone } from '#backend/records/resources/operations/undone.ts';

/** The minimum of a line of the history. */
type Line = Pick<AuditChange, 'batch'>;

/**
 * Reads this many changes of the history, newest first, with only the newest one of each batch, and of none
 * of the batches in `known`: an import of 100,000 records is one line. Reads again after a batch, without it,
 * instead of reading all of it.
 * @param read - reads as many changes, after the last one so far, but of none of these batches
 */
export async function readLines<Row extends Line>(
  { size, known }: { size: number; known: readonly string[] },
  read: (last: Row | undefined, except: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const seen = new Set(known);
  const lines: Row[] = [];
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, [...seen]);
    for (const row of rows) {
      if (lines.length === size) return lines;
      last = row;
      if (row.batch !== null && seen.has(row.batch)) continue;
      if (row.batch !== null) seen.add(row.batch);
      lines.push(row);
    }
    if (rows.length < size) return lines;
  }
}

/** Returns the SQL predicate that a change (table alias `change`) is in none of these batches. */
export const ofNoneOf = (batches: readonly string[]): RawBuilder<unknown> =>
  sql`(change.batch is null or change.batch <> all(${batches}::uuid[]))`;

/** What is known of a batch without its changes. The records have no labels yet. */
type BatchSummary = {
  readonly [Name in
    | 'batchSize'
    | 'uniformBatch'
    | 'batchParts'
    | 'sharedFields'
    | 'batchUndone']-?: NonNullable<AuditChange[Name]>;
} & { readonly records: readonly Pick<ChangedRecord, 'resource' | 'recordId'>[] };

/** The number of changes that stand for those of a larger batch. */
const SAMPLE = 100;

/**
 * Returns the summaries of the batches of these lines, by batch. Counts the changes that match an SQL
 * predicate on `change`. What else is known of a large batch is that of some of its changes, so that a line
 * of 100,000 changes takes no longer than others.
 */
export async function summarizeBatches(
  database: Database,
  { lines, visible }: { lines: readonly Line[]; visible: RawBuilder<unknown> },
): Promise<ReadonlyMap<string, BatchSummary>> {
  const batches = [...new Set(lines.flatMap(({ batch }) => batch ?? []))];
  if (batches.length === 0) return new Map();
  const ofBatch = sql`from history as change where change.batch = given.batch and ${visible}`;
  const sample = sql`(select change.* ${ofBatch} limit ${sql.lit(SAMPLE)}) as change`;
  const query = sql<Omit<BatchSummary, 'batchSize' | 'uniformBatch'> & { batch: string }>`
    select given.batch,
      (select json_agg(part) from (
        select change.resource, change.action, count(*)::int as count ${ofBatch}
        group by 1, 2 order by 3 desc, 1, 2) as part) as "batchParts",
      (select json_agg(record) from (
        select distinct change.resource, change.record_id as "recordId" from ${sample}
        limit ${sql.lit(MAX_BATCH_RECORDS + 1)}) as record) as records,
      array(
        select field.key from ${sample}, jsonb_each(change.changes) as field group by field.key
        having count(*) = (select count(*) from ${sample})
          and count(distinct coalesce(field.value -> 'after', 'null')) = 1) as "sharedFields",
      not exists (select 1 from ${sample} where not ${isUndone}) as "batchUndone"
    from unnest(${batches}::uuid[]) as given(batch)`;
  const found = await selectRows(database, query, { mode: 'heavy', table: 'history' });
  return new Map(
    found.map(({ batch, ...summary }) => {
      const { batchParts } = summary;
      const batchSize = batchParts.reduce((sum, { count }) => sum + count, 0);
      return [batch, { ...summary, batchSize, uniformBatch: batchParts.length === 1 }];
    }),
  );
}
