import type { ColumnDifference, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
import {
  affectedByColumn,
  affectedByNewColumn,
  affectedByOverflow,
  affectedByRequired,
  affectedByTable,
  affectedByType,
  conditionMessages,
  lossMessages,
  mayLoseValues,
  mayOverflow,
} from './losses.ts';
import type { AffectedRows, Plan } from './plan.ts';

/** The effects of a difference between two schemas, in words and numbers. */
type Described = Omit<Plan, 'statements'>;

/**
 * Describes the difference between two schemas: losses, conditions on rows, and the queries that count
 * affected rows.
 */
export function describeDifference(
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
  const overflowing = changes.filter(mayOverflow);
  const converted = changes.filter(mayNotConvert);
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
      ...overflowing.map((change) => affectedByOverflow({ table: name, renamed }, change)),
      ...converted.map((change) => affectedByConversion({ table: name, renamed }, change)),
    ],
    conditions: [
      ...forbidden.map((column) => conditionMessages.newColumn({ table: name, column: column.name })),
      ...filled.map(({ column }) => conditionMessages.required({ table: name, column: column.name })),
      ...overflowing.map((change) => conditionMessages.overflow(at(change.column.name), change)),
      ...converted.map((change) => conversionMessage(name, change)),
    ],
  };
}

type Change = Pick<ColumnDifference, 'column' | 'fromColumn'>;

const TEXT = /^(varchar|text)\b/;
const WHOLE = String.raw`'^\s*[+-]?\d+\s*$'`;
const NUMBER = String.raw`'^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$'`;
// A day such as 31 February passes here, and the migration rejects it.
const DAY = String.raw`'^\s*\d{4}-\d\d-\d\d'`;
const YES_OR_NO = String.raw`'^\s*(t|true|y|yes|on|1|f|false|n|no|off|0)\s*$'`;
const UUID = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'";
const LARGEST: Readonly<Record<string, string>> = { int: '2147483647', bigint: '9223372036854775807' };

/**
 * Returns SQL that is true for a text that a type cannot represent; undefined for a type that accepts any
 * text.
 */
function unfit(text: string, type: string): string | undefined {
  const [digits = 0, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
  const where = (pattern: string, tooLarge: string) =>
    `case when ${text} ~ ${pattern} then ${tooLarge} else true end`;
  if (/^(int|bigint)/.test(type)) {
    const largest = LARGEST[type.startsWith('big') ? 'bigint' : 'int'];
    return where(WHOLE, `abs(${text}::numeric) > ${largest}`);
  }
  if (type.startsWith('numeric'))
    return where(NUMBER, `abs(round(${text}::numeric, ${scale})) >= 1e${digits - scale}`);
  if (/^(date|timestamp)/.test(type)) return `${text} !~ ${DAY}`;
  if (type.startsWith('bool')) return `${text} !~* ${YES_OR_NO}`;
  return type === 'uuid' ? `${text} !~* ${UUID}` : undefined;
}

/** Returns whether a text column changes to a type to which PostgreSQL converts only some texts. */
const mayNotConvert = ({ changedProperties, column, fromColumn }: ColumnDifference): boolean =>
  changedProperties.has('type') && TEXT.test(fromColumn.type) && unfit('', column.type) !== undefined;

/** The condition in words. */
const conversionMessage = (table: string, { column }: Change): string =>
  `${table}.${column.name} becomes ${column.type}: no row may have a text that is none`;

/** Counts the rows whose text the new type of the column cannot represent, at which the migration fails. */
function affectedByConversion(
  { table, renamed }: { table: string; renamed: Renamed },
  change: Change,
): AffectedRows {
  const { name, type } = change.column;
  const quoted = `"${renamed.former(table, name)}"`;
  return {
    loss: conversionMessage(table, change),
    sql: `select count(*)::int as rows from "${renamed.former(table)}" where ${unfit(quoted, type)}`,
    fate: { one: 'has one', many: 'have one' },
  };
}
