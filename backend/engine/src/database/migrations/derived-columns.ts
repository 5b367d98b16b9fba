import type {
  Column,
  ColumnDifference,
  DatabaseSchema,
  SchemaDifference,
  TableDifference,
} from '@mikro-orm/sql';

/** The changes of a column that do not affect the columns derived from it. */
const WITHOUT_REWRITE: ReadonlySet<string> = new Set(['nullable', 'default', 'comment']);

/**
 * Returns whether a change leaves derived columns unchanged. Dropping and adding a derived column rewrites
 * the whole table and its indexes under an exclusive lock, while a required field only has to be checked.
 */
const leavesDerived = ({ changedProperties }: ColumnDifference) =>
  [...changedProperties].every((property) => WITHOUT_REWRITE.has(property));

/** Removes affected derived columns from both schemas; returns the statements that drop the old ones. */
export function removeDerivedColumns(
  before: DatabaseSchema,
  after: DatabaseSchema,
  { changedTables }: SchemaDifference,
): string[] {
  return Object.values(changedTables).flatMap((table) => {
    const changing = [
      ...Object.values(table.changedColumns)
        .filter((difference) => !leavesDerived(difference))
        .map(({ oldColumnName }) => oldColumnName),
      ...Object.keys(table.renamedColumns),
      ...Object.keys(table.removedColumns),
      ...Object.keys(table.addedColumns),
    ];
    const losesValues = ({ name, generated }: Column) =>
      generated !== undefined &&
      changing.some((column) => column === name || generated.includes(`"${column}"`));
    const old = before.getTable(table.name)!;
    const dropped = old.getColumns().filter(losesValues);
    removeColumns(old, dropped);
    const target = after.getTable(table.name)!;
    removeColumns(target, target.getColumns().filter(losesValues));
    return dropped.map(({ name }) => `alter table "${old.name}" drop column "${name}";`);
  });
}

function removeColumns(table: TableDifference['fromTable'], columns: readonly Column[]): void {
  for (const { name } of columns) {
    table.removeColumn(name);
    table.setIndexes(
      table.getIndexes().filter(({ expression }) => !String(expression ?? '').includes(`("${name}"`)),
    );
  }
}
