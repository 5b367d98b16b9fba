import { isExpression } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { HistoryLine } from '#backend/database/history.ts';
import { type Prepared, prepare, slot } from '../query/prepared-statements.ts';
import type { Row, Select, View } from '../query/projection.ts';

/** What one statement adds: the columns of a record, and those of its line of history; a value may be SQL of its own. */
export interface Addition {
  readonly record: Row;
  readonly line: HistoryLine;
}

/**
 * One statement that adds a record together with its line of history, and gives the record back as a role sees it:
 * every step less is a wait less while the transaction holds its connection.
 */
export function insertion(
  { kysely }: Pick<Database, 'kysely'>,
  { view, record, line }: { view: View } & Addition,
): Prepared<Addition> {
  const slots = (of: keyof Addition, row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        isExpression(value) ? value : slot<Addition>((asked) => (asked[of] as Row)[column]),
      ]),
    );
  const added = kysely
    .with('record', (db) => db.insertInto(view.resource.table).values(slots('record', record)).returningAll())
    .with('line', (db) => db.insertInto('history').values(slots('line', line)))
    .selectFrom('record');
  return prepare(view.select(added as unknown as Select), 'prepared');
}
