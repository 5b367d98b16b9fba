import type { ColumnDifference } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
import type { AffectedRows } from './plan.ts';

type Change = Pick<ColumnDifference, 'column' | 'fromColumn'>;

/** The losses, in words. */
export const lossMessages = {
  table: (table: string) => `table ${table} goes, with all of its rows`,
  column: (column: string) =>
    column.endsWith('.archived_at')
      ? `column ${column} goes, with its values: what is archived comes into use again`
      : `column ${column} goes, with its values`,
  type: (column: string, { column: to, fromColumn: from }: Change) =>
    `${column} from ${from.type} to ${to.type}`,
};

/** The conditions on existing rows, in words. */
export const conditionMessages = {
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
export const affectedByTable = (table: string): AffectedRows => ({
  loss: lossMessages.table(table),
  sql: `select count(*)::int as rows from "${table}"`,
  fate: { one: 'is lost', many: 'are lost' },
});

/** Counts the rows that have a value in a dropped column. */
export const affectedByColumn = (at: Place): AffectedRows => ({
  loss: lossMessages.column(`${at.table}.${at.column}`),
  sql: rowsWhere(at, (quoted) => `${quoted} is not null`),
  fate: LOSE_VALUE,
});

/** Counts the rows of a table that must be empty. */
export const affectedByNewColumn = (at: Place): AffectedRows => ({
  loss: conditionMessages.newColumn(at),
  sql: `select count(*)::int as rows from "${at.renamed.former(at.table)}"`,
  fate: { one: 'is there', many: 'are there' },
});

/** Counts the rows without a value in a column that becomes required. */
export const affectedByRequired = (at: Place): AffectedRows => ({
  loss: conditionMessages.required(at),
  sql: rowsWhere(at, (quoted) => `${quoted} is null`),
  fate: { one: 'lacks it', many: 'lack it' },
});

/** Counts the rows whose value does not fit the new type of its column. */
export function affectedByType({ table, renamed }: Omit<Place, 'column'>, change: Change): AffectedRows {
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
export function affectedByOverflow({ table, renamed }: Omit<Place, 'column'>, change: Change): AffectedRows {
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
export function mayLoseValues({ changedProperties, column, fromColumn }: ColumnDifference): boolean {
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
export function mayOverflow({ changedProperties, column, fromColumn }: ColumnDifference): boolean {
  if (!changedProperties.has('type') || base(column.type) !== 'numeric') return false;
  const from = base(fromColumn.type);
  const before = from === 'numeric' ? wholeDigits(fromColumn.type) : DIGITS[from];
  return before !== undefined && wholeDigits(column.type) < before;
}
