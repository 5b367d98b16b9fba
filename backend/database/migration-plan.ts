import type {
  Column,
  ColumnDifference,
  DatabaseSchema,
  SchemaComparator,
  SchemaDifference,
  TableDifference,
} from '@mikro-orm/sql';

/** What must be done to a database so that it fits resources.config.ts again. */
export interface Plan {
  /** SQL, one statement each, in order. */
  readonly statements: readonly string[];
  /** What changes, in words: "books: adds pages". */
  readonly summary: readonly string[];
  /** What data would be lost, or may be; empty when the plan only adds. */
  readonly losses: readonly string[];
  /** What stops the plan if the rows at hand do not allow it. */
  readonly conditions: readonly string[];
}

interface Schemas {
  readonly before: DatabaseSchema;
  readonly after: DatabaseSchema;
  /** The same as `after`, again: comparing takes derived columns out of it. */
  readonly afterWithoutDerived: DatabaseSchema;
  readonly comparator: SchemaComparator;
  readonly toSql: (difference: SchemaDifference) => string;
}

/**
 * Compares two schemas. Derived (generated) columns hold nothing of their own, and PostgreSQL refuses to change a
 * column that one is made from: those at stake are dropped first and made anew at the end.
 */
export function planOf({ before, after, afterWithoutDerived, comparator, toSql }: Schemas): Plan {
  const drops = takeOutDerived(before, afterWithoutDerived, comparator.compare(before, after));
  const data = comparator.compare(before, afterWithoutDerived);
  // Turning a difference into SQL uses it up, so it is read first.
  const inWords = describe(data);
  const derived = comparator.compare(afterWithoutDerived, after);
  return { ...inWords, statements: [...drops, ...split(toSql(data)), ...split(toSql(derived))] };
}

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

function describe({ newTables, removedTables, changedTables }: SchemaDifference): Omit<Plan, 'statements'> {
  const created = Object.values(newTables).map(({ name }) => `creates ${name}`);
  const dropped = Object.values(removedTables).map(({ name }) => `drops ${name}`);
  const changed = Object.values(changedTables).map(describeTable);
  return {
    summary: [...created, ...dropped, ...changed.flatMap(({ summary }) => summary)],
    losses: [
      ...Object.values(removedTables).map(({ name }) => `table ${name} goes, with all of its rows`),
      ...changed.flatMap(({ losses }) => losses),
    ],
    conditions: changed.flatMap(({ conditions }) => conditions),
  };
}

function describeTable(table: TableDifference): Omit<Plan, 'statements'> {
  const { name, addedColumns, removedColumns, renamedColumns, addedIndexes } = table;
  const at = (column: string) => `${name}.${column}`;
  const added = Object.values(addedColumns);
  const removed = Object.keys(removedColumns);
  const renamed = Object.entries(renamedColumns).map(([from, to]) => [from, to.name] as const);
  const changes = Object.values(table.changedColumns);
  const words = [
    ['adds', added.map((column) => column.name)],
    ['drops', removed],
    ['renames', renamed.map(([from, to]) => `${from} to ${to}`)],
    ['changes', changes.map(({ column }) => column.name)],
  ] as const;
  const said = words.flatMap(([verb, names]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : []));
  const uniques = Object.values(addedIndexes).filter(({ unique }) => unique);
  return {
    summary: [`${name}: ${said.join('; ') || 'changes its indexes and rules'}`],
    losses: [
      ...removed.map((column) => `column ${at(column)} goes, with its values`),
      ...renamed.map(([from, to]) => `column ${at(from)} becomes ${to} and keeps its values`),
      ...changes
        .filter(mayLose)
        .map(({ column, fromColumn }) => `${at(column.name)} from ${fromColumn.type} to ${column.type}`),
    ],
    conditions: [
      ...added
        .filter((column) => !column.nullable && column.default == null)
        .map((column) => `${at(column.name)} is required and has no default: ${name} must have no rows`),
      ...changes
        .filter(({ changedProperties, column }) => changedProperties.has('nullable') && !column.nullable)
        .map(({ column }) => `${at(column.name)} becomes required: no row may lack it`),
      ...uniques.map(({ columnNames }) => `${at(columnNames.join(', '))} becomes unique`),
    ],
  };
}

const sizes = (type: string) => (type.match(/\d+/g) ?? []).map(Number);
const base = (type: string) => type.replace(/\(.*/, '').trim();
const WIDER: Readonly<Record<string, readonly string[]>> = {
  varchar: ['text'],
  int: ['bigint', 'numeric'],
  integer: ['bigint'],
};

/** Whether a column's new type may not hold every value of the old one. */
function mayLose({ changedProperties, column, fromColumn }: ColumnDifference): boolean {
  if (!changedProperties.has('type')) return false;
  if (WIDER[base(fromColumn.type)]?.includes(base(column.type))) return false;
  if (base(fromColumn.type) !== base(column.type)) return true;
  const before = sizes(fromColumn.type);
  const [length = 0, scale = 0] = sizes(column.type);
  return length - scale < (before[0] ?? 0) - (before[1] ?? 0) || scale < (before[1] ?? 0);
}
