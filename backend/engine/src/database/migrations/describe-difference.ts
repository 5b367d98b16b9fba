import type { ColumnDifference, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
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

/** The losses, in words. */
const lossMessages = {
  table: (table: string) => `table ${table} goes, with all of its rows`,
  column: (column: string) =>
    column.endsWith('.archived_at')
      ? `column ${column} goes, with its values: what is archived comes into use again`
      : `column ${column} goes, with its values`,
  type: (column: string, { column: to, fromColumn: from }: Change) =>
    `${column} from ${from.type} to ${to.type}`,
};

/** The conditions on existing rows, in words. */
const conditionMessages = {
  newColumn: ({ table, column }: { table: string; column: string }) =>
    `${table}.${column} is required and has no default: ${table} must have no rows`,
  required: ({ table, column }: { table: string; column: string }) =>
    `${table}.${column} becomes required: no row may lack it`,
  overflow: (column: string, { column: to }: Change) => {
    const digits = wholeDigits(to.type);
    const room = `${digits} ${digits === 1 ? 'digit' : 'digits'}`;
    return `${column} becomes ${to.type}: no row may have more than ${room} before the point`;
  },
};

const LOSE_VALUE = { one: 'loses its value', many: 'lose their values' };

/** Counts the rows of a dropped table. */
const affectedByTable = (table: string): AffectedRows => ({
  loss: lossMessages.table(table),
  sql: `select count(*)::int as rows from "${table}"`,
  fate: { one: 'is lost', many: 'are lost' },
});

/** Counts the rows that have a value in a dropped column. */
const affectedByColumn = (at: Place): AffectedRows => ({
  loss: lossMessages.column(`${at.table}.${at.column}`),
  sql: rowsWhere(at, (quoted) => `${quoted} is not null`),
  fate: LOSE_VALUE,
});

/** Counts the rows of a table that must be empty. */
const affectedByNewColumn = (at: Place): AffectedRows => ({
  loss: conditionMessages.newColumn(at),
  sql: `select count(*)::int as rows from "${at.renamed.former(at.table)}"`,
  fate: { one: 'is there', many: 'are there' },
});

/** Counts the rows without a value in a column that becomes required. */
const affectedByRequired = (at: Place): AffectedRows => ({
  loss: conditionMessages.required(at),
  sql: rowsWhere(at, (quoted) => `${quoted} is null`),
  fate: { one: 'lacks it', many: 'lack it' },
});

/** Counts the rows whose value does not fit the new type of its column. */
function affectedByType({ table, renamed }: Omit<Place, 'column'>, change: Change): AffectedRows {
  const { name: column, type } = change.column;
  const loss = lossMessages.type(`${table}.${column}`, change);
  const [length = 0, scale = 0] = sizes(type);
  const isText = /^(varchar|text)$/;
  if (isText.test(base(type)) && isText.test(base(change.fromColumn.type)))
    return {
      loss,
      sql: rowsWhere({ table, column, renamed }, (quoted) => `char_length(${quoted}) > ${length}`),
      fate: { one: 'loses characters', many: 'lose characters' },
    };
  if (base(type) === 'numeric' && base(change.fromColumn.type) === 'numeric')
    return {
      loss,
      sql: rowsWhere(
        { table, column, renamed },
        (quoted) => `${quoted} is distinct from round(${quoted}, ${scale})`,
      ),
      fate: { one: 'loses decimals', many: 'lose decimals' },
    };
  return {
    loss,
    sql: rowsWhere({ table, column, renamed }, (quoted) => `${quoted} is not null`),
    fate: { one: 'has its value converted', many: 'have their values converted' },
  };
}

/**
 * Counts the rows whose number is too large for the new type of its column, which PostgreSQL does not
 * truncate.
 */
function affectedByOverflow({ table, renamed }: Omit<Place, 'column'>, change: Change): AffectedRows {
  const { name: column, type } = change.column;
  const [, scale = 0] = sizes(type);
  return {
    loss: conditionMessages.overflow(`${table}.${column}`, change),
    sql: rowsWhere(
      { table, column, renamed },
      (quoted) => `abs(round(${quoted}, ${scale})) >= 1e${wholeDigits(type)}`,
    ),
    fate: { one: 'has more', many: 'have more' },
  };
}

/** Refers to a column with its new names. */
interface Place {
  readonly table: string;
  readonly column: string;
  readonly renamed: Renamed;
}

function rowsWhere({ table, column, renamed }: Place, condition: (quoted: string) => string): string {
  const quoted = `"${renamed.former(table, column)}"`;
  return `select count(*)::int as rows from "${renamed.former(table)}" where ${condition(quoted)}`;
}

const sizes = (type: string) => (type.match(/\d+/g) ?? []).map(Number);
/** Returns the number of digits that a type has before the decimal point. */
const wholeDigits = (type: string): number => {
  const [length = 0, scale = 0] = sizes(type);
  return length - scale;
};
const base = (type: string) => type.replace(/\(.*/, '').trim();
const WIDER: Readonly<Record<string, readonly string[]>> = {
  varchar: ['text'],
  int: ['bigint', 'numeric'],
  integer: ['bigint'],
};

/** Returns whether a column's new type cannot hold every value of the old one. */
function mayLoseValues({ changedProperties, column, fromColumn }: ColumnDifference): boolean {
  if (!changedProperties.has('type')) return false;
  if (WIDER[base(fromColumn.type)]?.includes(base(column.type))) return false;
  if (base(fromColumn.type) !== base(column.type)) return true;
  const before = sizes(fromColumn.type);
  const [length = 0, scale = 0] = sizes(column.type);
  return length - scale < (before[0] ?? 0) - (before[1] ?? 0) || scale < (before[1] ?? 0);
}

/** The maximum number of digits of types without an explicit precision. */
const DIGITS: Readonly<Record<string, number>> = { int: 10, integer: 10, bigint: 19 };

/** Returns whether a column's new type is a decimal that is too small for some numbers of the old type. */
function mayOverflow({ changedProperties, column, fromColumn }: ColumnDifference): boolean {
  if (!changedProperties.has('type') || base(column.type) !== 'numeric') return false;
  const from = base(fromColumn.type);
  const before = from === 'numeric' ? wholeDigits(fromColumn.type) : DIGITS[from];
  return before !== undefined && wholeDigits(column.type) < before;
}
