import { isExpression } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { HistoryRow } from '#backend/database/history.ts';
import { compileStatement, type PreparedStatement, param } from '../query/prepared-statements.ts';
import type { DatabaseRow, Projection, SelectQuery } from '../query/projection.ts';

/** What one statement adds: the columns of a record, and those of its line of history; a value may be SQL of its own. */
export interface Insertion {
  readonly record: DatabaseRow;
  readonly line: HistoryRow;
}

/**
 * One statement that adds a record together with its line of history, and gives the record back as a role sees it:
 * every step less is a wait less while the transaction holds its connection.
 */
export function insertWithHistory(
  { kysely }: Pick<Database, 'kysely'>,
  { view, record, line }: { view: Projection } & Insertion,
): PreparedStatement<Insertion> {
  const slots = (of: keyof Insertion, row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        isExpression(value) ? value : param<Insertion>((asked) => (asked[of] as DatabaseRow)[column]),
      ]),
    );
  const added = kysely
    .with('record', (db) => db.insertInto(view.resource.table).values(slots('record', record)).returningAll())
    .with('line', (db) => db.insertInto('history').values(slots('line', line)))
    .selectFrom('record');
  return compileStatement(view.select(added as unknown as SelectQuery), 'prepared');
}
