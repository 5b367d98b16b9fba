import type { ColumnDifference } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
import type { AffectedRows } from './plan.ts';

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
export const mayNotConvert = ({ changedProperties, column, fromColumn }: ColumnDifference): boolean =>
  changedProperties.has('type') && TEXT.test(fromColumn.type) && unfit('', column.type) !== undefined;

/** The condition in words. */
export const conversionMessage = (table: string, { column }: Change): string =>
  `${table}.${column.name} becomes ${column.type}: no row may have a text that is none`;

/** Counts the rows whose text the new type of the column cannot represent, at which the migration fails. */
export function affectedByConversion(
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
