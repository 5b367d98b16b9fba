import type {
  AbstractSqlPlatform,
  Column,
  DatabaseSchema,
  SchemaComparator,
  SchemaDifference,
  TableDifference,
} from '@mikro-orm/sql';
import type { FormerValues } from '../select-values.ts';
import { type Renamed, rename } from './apply-renames.ts';
import { changedValues } from './changed-values.ts';
import { lossOf, mayLose, stakeOfColumn, stakeOfTable, stakeOfType } from './losses.ts';
import { newUniques, type Uniques } from './new-uniques.ts';
import type { TableRenames } from './renames.ts';

/** What must be done to a database so that it fits resources.config.ts again. */
export interface Plan {
  /** SQL, one statement each, in order. */
  readonly statements: readonly string[];
  /** What changes, in words: "books: adds pages". */
  readonly summary: readonly string[];
  /** What data would be lost, or may be; empty when the plan only adds. */
  readonly losses: readonly string[];
  /** How many rows a loss or a condition is about: asked of the database as it is now. */
  readonly stakes: readonly Stake[];
  /** What stops the plan if the rows at hand do not allow it. */
  readonly conditions: readonly string[];
}

/** A loss or a condition that can be counted. */
export interface Stake {
  /** The loss or the condition, as the plan names it. */
  readonly loss: string;
  /** SQL that gives one number, `rows`. */
  readonly sql: string;
  /** What becomes of these rows: "lose characters". */
  readonly fate: { readonly one: string; readonly many: string };
}

interface Schemas {
  readonly before: DatabaseSchema;
  readonly after: DatabaseSchema;
  /** The same as `after`, again: comparing takes derived columns out of it. */
  readonly afterWithoutDerived: DatabaseSchema;
  readonly comparator: SchemaComparator;
  readonly toSql: (difference: SchemaDifference) => string;
  readonly platform: AbstractSqlPlatform;
  /** What the entries say of former names. */
  readonly renames: readonly TableRenames[];
  /** What they say of values that choices no longer have. */
  readonly formerValues: readonly FormerValues[];
}

/**
 * Compares two schemas. Derived (generated) columns hold nothing of their own, and PostgreSQL refuses to change a
 * column that one is made from: those at stake are dropped first and made anew at the end.
 */
export function createPlan(schemas: Schemas): Plan {
  const { before, after, afterWithoutDerived, comparator, toSql, platform } = schemas;
  const renamed = rename({ before, after, platform }, schemas.renames);
  const uniques = newUniques({ before, after }, renamed);
  const values = changedValues({ before, after }, { former: schemas.formerValues, renamed });
  const drops = takeOutDerived(before, afterWithoutDerived, comparator.compare(before, after));
  const data = comparator.compare(before, afterWithoutDerived);
  // Turning a difference into SQL uses it up, so it is read first.
  const inWords = describe(data, renamed);
  const derived = comparator.compare(afterWithoutDerived, after);
  const changes = [...split(toSql(data)), ...split(toSql(derived))];
  return {
    summary: [...renamed.summary, ...inWords.summary, ...values.summary],
    losses: [...inWords.losses, ...values.losses],
    stakes: [...inWords.stakes, ...values.stakes, ...uniques.stakes],
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

/** Takes the derived columns at stake out of both schemas; returns the statements that drop the old ones. */
function takeOutDerived(before: DatabaseSchema, after: DatabaseSchema, { changedTables }: SchemaDifference) {
  return Object.values(changedTables).flatMap((table) => {
    const changing = [
      ...Object.values(table.changedColumns).map(({ oldColumnName }) => oldColumnName),
      ...Object.keys(table.renamedColumns),
      ...Object.keys(table.removedColumns),
      ...Object.keys(table.addedColumns),
    ];
    const atStake = ({ name, generated }: Column) =>
      generated !== undefined &&
      changing.some((column) => column === name || generated.includes(`"${column}"`));
    const old = before.getTable(table.name)!;
    const dropped = old.getColumns().filter(atStake);
    takeOut(old, dropped);
    const target = after.getTable(table.name)!;
    takeOut(target, target.getColumns().filter(atStake));
    return dropped.map(({ name }) => `alter table "${old.name}" drop column "${name}";`);
  });
}

function takeOut(table: TableDifference['fromTable'], columns: readonly Column[]): void {
  for (const { name } of columns) {
    table.removeColumn(name);
    table.setIndexes(
      table.getIndexes().filter(({ expression }) => !String(expression ?? '').includes(`("${name}"`)),
    );
  }
}

/** Statements end with a semicolon at the end of a line; a text inside one is followed by no new statement. */
const split = (sql: string) =>
  sql
    .split(/;\n+(?=create |alter |drop |comment |$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => (statement.endsWith(';') ? statement : `${statement};`));

function describe(
  { newTables, removedTables, changedTables }: SchemaDifference,
  renamed: Renamed,
): Omit<Plan, 'statements'> {
  const created = Object.values(newTables).map(({ name }) => `creates ${name}`);
  const dropped = Object.values(removedTables).map(({ name }) => `drops ${name}`);
  const changed = Object.values(changedTables).map((table) => describeTable(table, renamed));
  return {
    summary: [...created, ...dropped, ...changed.flatMap(({ summary }) => summary)],
    losses: [
      ...Object.values(removedTables).map(({ name }) => lossOf.table(name)),
      ...changed.flatMap(({ losses }) => losses),
    ],
    stakes: [
      ...Object.values(removedTables).map(({ name }) => stakeOfTable(name)),
      ...changed.flatMap(({ stakes }) => stakes),
    ],
    conditions: changed.flatMap(({ conditions }) => conditions),
  };
}

function describeTable(table: TableDifference, renamed: Renamed): Omit<Plan, 'statements'> {
  const { name, addedColumns, removedColumns, renamedColumns } = table;
  const at = (column: string) => `${name}.${column}`;
  const added = Object.values(addedColumns);
  const removed = Object.keys(removedColumns);
  const guessed = Object.entries(renamedColumns).map(([from, to]) => [from, to.name] as const);
  const changes = Object.values(table.changedColumns);
  const narrowed = changes.filter(mayLose);
  const words = [
    ['adds', added.map((column) => column.name)],
    ['drops', removed],
    ['renames', guessed.map(([from, to]) => `${from} to ${to}`)],
    ['changes', changes.map(({ column }) => column.name)],
  ] as const;
  const said = words.flatMap(([verb, names]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : []));
  return {
    summary: [`${name}: ${said.join('; ') || 'changes its indexes and rules'}`],
    losses: [
      ...removed.map((column) => lossOf.column(at(column))),
      ...guessed.map(([from, to]) => `column ${at(from)} becomes ${to} and keeps its values`),
      ...narrowed.map((change) => lossOf.type(at(change.column.name), change)),
    ],
    stakes: [
      ...removed.map((column) => stakeOfColumn({ table: name, column, renamed })),
      ...narrowed.map((change) => stakeOfType({ table: name, renamed }, change)),
    ],
    conditions: [
      ...added
        .filter((column) => !column.nullable && column.default == null)
        .map((column) => `${at(column.name)} is required and has no default: ${name} must have no rows`),
      ...changes
        .filter(({ changedProperties, column }) => changedProperties.has('nullable') && !column.nullable)
        .map(({ column }) => `${at(column.name)} becomes required: no row may lack it`),
    ],
  };
}
