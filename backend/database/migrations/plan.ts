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
import {
  affectedByColumn,
  affectedByNewColumn,
  affectedByRequired,
  affectedByTable,
  affectedByType,
  conditionMessages,
  lossMessages,
  mayLoseValues,
} from './losses.ts';
import { newUniques, type Uniques } from './new-uniques.ts';
import type { TableRenames } from './renames.ts';

/** The statements that bring a database in line with resources.config.ts, and their effects. */
export interface Plan {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
  /** The changes, in words: "books: adds pages". */
  readonly summary: readonly string[];
  /** The data that is or may be lost; empty where the plan only adds. */
  readonly losses: readonly string[];
  /**
   * The queries that count the rows affected by a loss or a condition, run on the database before the
   * migration.
   */
  readonly affected: readonly AffectedRows[];
  /** The conditions that existing rows must meet; otherwise the migration fails. */
  readonly conditions: readonly string[];
  /** The columns whose type changes. */
  readonly conversions: readonly Conversion[];
  /** What depends on the tables before the migration, which its statements name without their table. */
  readonly dependents: Dependents;
}

/** The indexes and foreign keys of tables. */
export interface Dependents {
  /** The tables of indexes, by name. */
  readonly indexes: ReadonlyMap<string, string>;
  readonly foreignKeys: readonly ForeignKeyOf[];
}

/** A foreign key, and the table that it refers to. */
export interface ForeignKeyOf {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly referenced: string;
}

/** A column that changes its type, in SQL. */
export interface Conversion {
  readonly table: string;
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/** A loss or a condition whose affected rows can be counted. */
export interface AffectedRows {
  /** The text of the loss or the condition in the plan. */
  readonly loss: string;
  /** SQL that returns one number, `rows`. */
  readonly sql: string;
  /** What happens to these rows: "lose characters". */
  readonly fate: { readonly one: string; readonly many: string };
}

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
 * Compares two schemas and returns the plan. PostgreSQL refuses to change a column that a derived (generated)
 * column depends on, so affected derived columns are dropped first and created again at the end, which loses
 * no data.
 */
export function createPlan(schemas: Schemas): Plan {
  const { before, after, afterWithoutDerived, comparator, toSql, platform } = schemas;
  const renamed = rename({ before, after, platform }, schemas.renames);
  const dependents = dependentsIn(before);
  const uniques = newUniques({ before, after }, renamed);
  const values = changedValues({ before, after }, { former: schemas.formerValues, renamed });
  const drops = removeDerivedColumns(before, afterWithoutDerived, comparator.compare(before, after));
  const data = comparator.compare(before, afterWithoutDerived);
  // Converting a diff to SQL modifies it, so it is read first.
  const inWords = describe(data, renamed);
  const derived = comparator.compare(afterWithoutDerived, after);
  const changes = [...split(toSql(data)), ...split(toSql(derived))];
  return {
    summary: [...renamed.summary, ...inWords.summary, ...values.summary],
    losses: [...inWords.losses, ...values.losses],
    affected: [...inWords.affected, ...values.affected, ...uniques.affected],
    conditions: [...inWords.conditions, ...values.conditions, ...uniques.conditions],
    conversions: inWords.conversions,
    dependents,
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

const dependentsIn = (schema: DatabaseSchema): Dependents => ({
  indexes: new Map(
    schema
      .getTables()
      .flatMap((table) => table.getIndexes().map(({ keyName }) => [keyName, table.name] as const)),
  ),
  foreignKeys: schema.getTables().flatMap((table) =>
    Object.values(table.getForeignKeys()).map(({ constraintName, columnNames, referencedTableName }) => ({
      ...{ table: table.name, name: constraintName, columns: columnNames },
      referenced: referencedTableName.split('.').at(-1)!,
    })),
  ),
});

const guardsOf = (uniques: Uniques, statement: string) => {
  const guard = uniques.guardOf(statement);
  return guard === undefined ? [] : [guard];
};

/** Removes affected derived columns from both schemas; returns the statements that drop the old ones. */
function removeDerivedColumns(
  before: DatabaseSchema,
  after: DatabaseSchema,
  { changedTables }: SchemaDifference,
) {
  return Object.values(changedTables).flatMap((table) => {
    const changing = [
      ...Object.values(table.changedColumns).map(({ oldColumnName }) => oldColumnName),
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

/**
 * Splits SQL at semicolons at the end of a line; a literal that contains one is not followed by a new
 * statement.
 */
const split = (sql: string) =>
  sql
    .split(/;\n+(?=create |alter |drop |comment |$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => (statement.endsWith(';') ? statement : `${statement};`));

type Described = Omit<Plan, 'statements' | 'dependents'>;

function describe(
  { newTables, removedTables, changedTables }: SchemaDifference,
  renamed: Renamed,
): Described {
  const created = Object.values(newTables).map(({ name }) => `creates ${name}`);
  const dropped = Object.values(removedTables).map(({ name }) => `drops ${name}`);
  const changed = Object.values(changedTables).map((table) => describeTable(table, renamed));
  return {
    summary: [...created, ...dropped, ...changed.flatMap(({ summary }) => summary)],
    losses: [
      ...Object.values(removedTables).map(({ name }) => lossMessages.table(name)),
      ...changed.flatMap(({ losses }) => losses),
    ],
    affected: [
      ...Object.values(removedTables).map(({ name }) => affectedByTable(name)),
      ...changed.flatMap(({ affected }) => affected),
    ],
    conditions: changed.flatMap(({ conditions }) => conditions),
    conversions: changed.flatMap(({ conversions }) => conversions),
  };
}

function describeTable(table: TableDifference, renamed: Renamed): Described {
  const { name, addedColumns, removedColumns, renamedColumns } = table;
  const at = (column: string) => `${name}.${column}`;
  const added = Object.values(addedColumns);
  const removed = Object.keys(removedColumns);
  const guessed = Object.entries(renamedColumns).map(([from, to]) => [from, to.name] as const);
  const changes = Object.values(table.changedColumns);
  const narrowed = changes.filter(mayLoseValues);
  const forbidden = added.filter((column) => !column.nullable && column.default == null);
  const filled = changes.filter(
    ({ changedProperties, column }) => changedProperties.has('nullable') && !column.nullable,
  );
  const words = [
    ['adds', added.map((column) => column.name)],
    ['drops', removed],
    ['renames', guessed.map(([from, to]) => `${from} to ${to}`)],
    ['changes', changes.map(({ column }) => column.name)],
  ] as const;
  const phrases = words.flatMap(([verb, names]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : []));
  return {
    summary: [`${name}: ${phrases.join('; ') || 'changes its indexes and rules'}`],
    losses: [
      ...removed.map((column) => lossMessages.column(at(column))),
      ...guessed.map(([from, to]) => `column ${at(from)} becomes ${to} and keeps its values`),
      ...narrowed.map((change) => lossMessages.type(at(change.column.name), change)),
    ],
    affected: [
      ...removed.map((column) => affectedByColumn({ table: name, column, renamed })),
      ...narrowed.map((change) => affectedByType({ table: name, renamed }, change)),
      ...forbidden.map((column) => affectedByNewColumn({ table: name, column: column.name, renamed })),
      ...filled.map(({ column }) => affectedByRequired({ table: name, column: column.name, renamed })),
    ],
    conditions: [
      ...forbidden.map((column) => conditionMessages.newColumn({ table: name, column: column.name })),
      ...filled.map(({ column }) => conditionMessages.required({ table: name, column: column.name })),
    ],
    conversions: changes
      .filter(({ changedProperties }) => changedProperties.has('type'))
      .map(({ column, fromColumn }) => ({
        table: name,
        column: column.name,
        from: fromColumn.type,
        to: column.type,
      })),
  };
}
