import { isExpression } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { HistoryRow } from '#backend/database/history.ts';
import { compileStatement, type PreparedStatement, param } from '../query/prepared-statements.ts';
import type { DatabaseRow, Projection, SelectQuery } from '../query/projection.ts';

/** The columns of a new record and of its history entry; a value may be an SQL expression. */
export interface Insertion {
  readonly record: DatabaseRow;
  readonly line: HistoryRow;
}

/**
 * Builds one statement that inserts a record with its history entry and returns the record as a role sees it:
 * a single round trip holds the connection for the shortest time.
 */
export function insertWithHistory(
  { kysely }: Pick<Database, 'kysely'>,
  { view, record, line }: { view: Projection } & Insertion,
): PreparedStatement<Insertion> {
  const placeholders = (of: keyof Insertion, row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        isExpression(value) ? value : param<Insertion>((insertion) => (insertion[of] as DatabaseRow)[column]),
      ]),
    );
  const added = kysely
    .with('record', (db) =>
      db.insertInto(view.resource.table).values(placeholders('record', record)).returningAll(),
    )
    .with('line', (db) => db.insertInto('history').values(placeholders('line', line)))
    .selectFrom('record');
  return compileStatement(view.select(added as unknown as SelectQuery), 'prepared');
}
