import { DAY_LENGTH } from '#contract/schema/fields/date.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { withArticle } from '#contract/schema/names.ts';
import type { RowOperator } from '#contract/schema/where.ts';

/** What a row filter compares: a field, or the id of the record. */
export type ComparedField = Pick<
  ResourceField,
  'name' | 'kind' | 'column' | 'type' | 'to' | 'upload' | 'required'
>;

/** The id of the record, which every record has and no entry defines. */
export const ID_FIELD: ComparedField = {
  name: 'id',
  kind: 'reference',
  column: 'id',
  type: { type: 'uuid', sql: 'uuid' },
  to: undefined,
  upload: undefined,
  required: true,
};

/** A value in comparable form: texts, ids, days and timestamps as texts, decimals as plain digits. */
export type ComparedValue = string | number | boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PLAIN = /^[+-]?\d+(\.\d+)?$/;
const MAX_FRACTION_DIGITS = 100;

/**
 * Converts a row filter's value to its comparable form; undefined if no record can have it: an invalid id.
 * @throws TypeError for a value of another type.
 */
export function comparedValue(field: ComparedField, value: unknown): ComparedValue | undefined {
  const reject = (): never => {
    throw new TypeError(
      `${field.name} is compared with ${JSON.stringify(value)}, which is not ${withArticle(field.kind)}`,
    );
  };
  switch (field.type.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : reject();
    case 'integer':
    case 'bigint':
      return typeof value === 'number' && Number.isFinite(value) ? value : reject();
    case 'decimal':
      return plainDigits(value) ?? reject();
    case 'date':
      return utcOf(value)?.slice(0, DAY_LENGTH) ?? reject();
    case 'datetime':
      return utcOf(value) ?? reject();
    case 'uuid': {
      const id = typeof value === 'string' ? value.toLowerCase() : reject();
      return UUID.test(id) ? id : undefined;
    }
    default:
      if (typeof value !== 'string') return reject();
      // PostgreSQL stores neither a NUL nor a lone surrogate.
      return value.includes('\0') || !value.isWellFormed() ? undefined : value;
  }
}

/** Returns a number with all digits and no exponent; undefined for anything else. */
const plainDigits = (value: unknown): string | undefined => {
  const text =
    typeof value === 'number'
      ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: MAX_FRACTION_DIGITS })
      : String(value).trim();
  return PLAIN.test(text) ? text : undefined;
};

/** Returns a day or a timestamp in UTC; undefined for anything else, and outside the years of four digits. */
const utcOf = (value: unknown): string | undefined => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const timestamp = new Date(time).toISOString();
  return /^\d{4}-/.test(timestamp) && !timestamp.startsWith('0000') ? timestamp : undefined;
};

/** How a field is compared with a value; null has its own test. */
export type RowComparison = 'eq' | Exclude<RowOperator, 'in' | 'ne'>;

const HOLDS: Readonly<Record<RowComparison, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Returns whether two values of a field compare as stated. */
export const holds = (
  field: ComparedField,
  comparison: RowComparison,
  [one, other]: readonly [ComparedValue, ComparedValue],
): boolean => HOLDS[comparison](compareValues(field, one, other));

/** Compares two values of a field: negative, zero or positive. */
function compareValues(field: ComparedField, one: ComparedValue, other: ComparedValue): number {
  if (field.type.type === 'decimal') return compareDigits(String(one), String(other));
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const compareDigits = (one: string, other: string): number => {
  const scale = Math.max(...[one, other].map((digits) => (digits.split('.')[1] ?? '').length));
  const difference = unitsOf(one, scale) - unitsOf(other, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

/** Returns a decimal as an integer of its smallest units. */
const unitsOf = (digits: string, scale: number): bigint => {
  const [whole = '', fraction = ''] = digits.replace(/^[+-]/, '').split('.');
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return digits.startsWith('-') ? -units : units;
};
