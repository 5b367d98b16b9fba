import type { AuditChange } from '@bindery/contract/api/history.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { selectRows } from '#backend/database/query.ts';

/** The minimum of a line of the history. */
interface Line {
  readonly batch: string | null;
}

interface Lines<Row extends Line> {
  /** The number of lines. */
  readonly size: number;
  /** The batches that earlier lines represent. */
  readonly known?: readonly string[];
  /** Reads this many changes, after the last one so far, but of none of these batches. */
  readonly read: (next: {
    readonly limit: number;
    readonly last: Row | undefined;
    readonly except: readonly string[];
  }) => Promise<Row[]>;
}

/**
 * Reads changes of the history, newest first, with only the newest one of each batch: an import of 100,000
 * records is one line. Reads again after a batch, without it, instead of reading all of it.
 */
export async function readLines<Row extends Line>({ size, known = [], read }: Lines<Row>): Promise<Row[]> {
  const seen = new Set(known);
  const lines: Row[] = [];
  let last: Row | undefined;
  for (;;) {
    const rows = await read({ limit: size, last, except: [...seen] });
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

/** What is known of a batch without its changes. */
type BatchSummary = Pick<AuditChange, 'batchSize' | 'uniformBatch'>;

/**
 * Returns of each batch of these lines, by batch, the number of changes that match an SQL predicate on
 * `change`, and whether they are the same action on records of the same resource.
 */
export async function summarizeBatches(
  database: Database,
  { lines, visible }: { lines: readonly Line[]; visible: RawBuilder<unknown> },
): Promise<ReadonlyMap<string, BatchSummary>> {
  const batches = lines.flatMap(({ batch }) => batch ?? []);
  if (batches.length === 0) return new Map();
  const query = sql<BatchSummary & { batch: string }>`
    select change.batch, count(*)::int as "batchSize",
      min(change.resource) = max(change.resource) and min(change.action) = max(change.action)
        as "uniformBatch"
    from history as change
    where change.batch = any(${batches}::uuid[]) and ${visible} group by change.batch`;
  const found = await selectRows(database, query, { mode: 'heavy', table: 'history' });
  return new Map(found.map(({ batch, ...summary }) => [batch, summary]));
}
