import type {
  AbstractSqlPlatform,
  Column,
  ColumnDifference,
  DatabaseSchema,
  SchemaComparator,
  SchemaDifference,
  TableDifference,
} from '@mikro-orm/sql';
import type { TableRenames } from '../renames.ts';
import type { FormerValues } from '../select-values.ts';
import { rename } from './apply-renames.ts';
import { changedValues } from './changed-values.ts';
import { describeDifference } from './describe-difference.ts';
import { newUniques, type Uniques } from './new-uniques.ts';
import type { Plan } from './plan.ts';

interface Schemas {
  readonly before: DatabaseSchema;
  readonly after: DatabaseSchema;
  /** A second copy of `after`, because the comparison removes derived columns from it. */
  readonly afterWithoutDerived: DatabaseSchema;
  readonly comparator: SchemaComparator;
  readonly toSql: (difference: SchemaDifference) => string;
  readonly platform: AbstractSqlPlatform;
  /** The renames that the config entries declare. */
  readonly renames: readonly TableRenames[];
  /** The removed select values that the config entries declare. */
  readonly formerValues: readonly FormerValues[];
}

/**
 * Compares two schemas and returns the plan. PostgreSQL cannot change a column that a derived (generated)
 * column depends on, so affected derived columns are dropped first and created again at the end, which loses
 * no data.
 */
export function createPlan(schemas: Schemas): Plan {
  const { before, after, afterWithoutDerived, comparator, toSql, platform } = schemas;
  const renamed = rename({ before, after, platform }, schemas.renames);
  const uniques = newUniques({ before, after }, renamed);
  const values = changedValues({ before, after }, { former: schemas.formerValues, renamed });
  const drops = removeDerivedColumns(before, afterWithoutDerived, comparator.compare(before, after));
  const data = comparator.compare(before, afterWithoutDerived);
  // Converting a diff to SQL modifies it, so it is described first.
  const inWords = describeDifference(data, renamed);
  const derived = comparator.compare(afterWithoutDerived, after);
  const changes = [...split(toSql(data)), ...split(toSql(derived))];
  return {
    summary: [...renamed.summary, ...inWords.summary, ...values.summary],
    losses: [...inWords.losses, ...values.losses],
    affected: [...inWords.affected, ...values.affected, ...uniques.affected],
    conditions: [...inWords.conditions, ...values.conditions, ...uniques.conditions],
    statements: [
      ...renamed.statements,
      ...values.drops,
      ...drops,
      ...changes.flatMap((statement) => [
        ...values.before(statement),
        ...guardsOf(uniques, statement),
        statement,
      ]),
    ],
  };
}

const guardsOf = (uniques: Uniques, statement: string) => {
  const guard = uniques.guardOf(statement);
  return guard === undefined ? [] : [guard];
};

/**
 * Splits SQL at semicolons at the end of a line; a literal with a semicolon is never followed by a new
 * statement.
 */
const split = (sql: string) =>
  sql
    .split(/;\n+(?=create |alter |drop |comment |$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => (statement.endsWith(';') ? statement : `${statement};`));

/** The changes of a column that do not affect the columns derived from it. */
const WITHOUT_REWRITE: ReadonlySet<string> = new Set(['nullable', 'default', 'comment']);

/**
 * Returns whether a change leaves derived columns unchanged. Dropping and adding a derived column rewrites
 * the whole table and its indexes under an exclusive lock, while a required field only has to be checked.
 */
const leavesDerived = ({ changedProperties }: ColumnDifference) =>
  [...changedProperties].every((property) => WITHOUT_REWRITE.has(property));

/** Removes affected derived columns from both schemas; returns the statements that drop the old ones. */
function removeDerivedColumns(
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
