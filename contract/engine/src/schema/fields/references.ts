import {
  type Built,
  type CommonOptions,
  type Exactly,
  field,
  type Kind,
  type Quoted,
  type Stated,
} from './field.ts';
import { checkDeletion, type OnDelete, type OnDeleteHidden, type Referenced } from './reference.ts';

/** The default for the maximum number of records, and the highest allowed maximum. */
const USUAL_MAX = 100;
const LARGEST_MAX = 1000;

/** The options of a field that refers to several records. */
export interface ReferencesOptions extends Omit<CommonOptions, 'unique' | 'sort'> {
  /** Preserves the given order; by default the records are sorted by label. */
  readonly ordered?: boolean;
  /**
   * The minimum number of records, for a field that has any; only `required` demands one.
   * @example references('tags', { min: 2 })
   */
  readonly min?: number;
  /**
   * The maximum number of records, at most 1000.
   * @example references('tags', { max: 5 })
   */
  readonly max?: number;
  /**
   * Defaults to `restrict`: a record in use cannot be deleted. `setNull` removes the deleted record from the
   * field, `cascade` deletes the records that refer to it.
   * @example references('tags', { onDelete: 'setNull' })
   */
  readonly onDelete?: OnDelete;
  /**
   * What happens if a deletion would delete, or empty fields of, records that the user may not read:
   * `restrict` fails with IN_USE, `allow` includes them and reveals only their number.
   * @example references('tags', { onDelete: 'setNull', onDeleteHidden: 'allow' })
   */
  readonly onDeleteHidden?: OnDeleteHidden;
}

const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST_MAX;

/** A join table with a row for each referenced record. */
const kind: Kind<ReferencesOptions & { readonly to: string }> = {
  name: 'references',
  options: {
    to: '',
    ordered: false,
    min: undefined,
    max: USUAL_MAX,
    onDelete: 'restrict',
    onDeleteHidden: 'restrict',
  },
  operators: ['eq', 'all', 'ne'],
  column: () => ({ type: 'uuid', sql: 'uuid' }),
  join: ({ ordered }) => ({ isOrdered: ordered === true }),
  schema: (z, { required, min = 0, max }) => {
    const ids = z.array(z.uuid().toLowerCase());
    return ids
      .refine((given) => !required || given.length > 0, { abort: true, params: { key: 'errors.required' } })
      .refine((given) => given.length === 0 || given.length >= min, {
        params: { key: 'errors.tooFewValues', values: { min } },
      })
      .refine((given) => max === undefined || given.length <= max, {
        params: { key: 'errors.tooManyValues', values: { max: max ?? 0 } },
      })
      .refine((given) => new Set(given).size === given.length, { params: { key: 'errors.repeatedValue' } })
      .meta({ uniqueItems: true, ...(max && { maxItems: max }), ...(required && { minItems: min || 1 }) });
  },
  output: (z) => z.array(z.object({ id: z.uuid(), label: z.string() })),
  query: (z) => z.uuid().toLowerCase(),
  parse: splitValues,
  check: (options, report) => {
    const { ordered, required, min, max, onDelete } = options;
    checkDeletion(options, report);
    if (ordered !== undefined && typeof ordered !== 'boolean')
      report('ordered', ordered, 'must be true or false');
    if (min !== undefined && !isCount(min))
      report('min', min, `must be a whole number from 1 to ${LARGEST_MAX}`);
    if (!isCount(max)) report('max', max, `must be a whole number from 1 to ${LARGEST_MAX}`);
    else if (min !== undefined && max !== undefined && min > max)
      report('min', min, `must not be above max (${max})`);
    if (onDelete === 'setNull' && (required || min !== undefined))
      report(
        'onDelete',
        onDelete,
        'cannot remove records from a field that needs some; use "restrict" or "cascade"',
      );
  },
  samples: {
    options: { to: 'specimens' },
    // The tests know the existing records.
    valid: () => undefined,
    invalid: ({ max = USUAL_MAX }) => [
      ['x', 'errors.invalid'],
      [['x'], 'errors.invalid'],
      [[idOf(1), idOf(1)], 'errors.repeatedValue'],
      [Array.from({ length: max + 1 }, (_, number) => idOf(number)), 'errors.tooManyValues'],
    ],
  },
};

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/*
 * A field with several values has one cell in a CSV file: the values separated with semicolons. A backslash
 * escapes a semicolon or a backslash within a value.
 */

/** Joins several values to one cell; null for none. */
export const joinValues = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join('; ');

/** Splits a cell into its values, trimmed and without empty ones; reverses `joinValues`. */
export function splitValues(cell: string): string[] {
  const parts = cell.match(/(?:\\[\s\S]|[^\\;]|\\$)+/g) ?? [];
  return parts.map((part) => part.trim().replaceAll(/\\([\s\S])/g, '$1')).filter((value) => value !== '');
}

/**
 * References to any number of records of another resource, each once: the input is an array of ids, the
 * output an array of `{ id, label }`. An empty field is an empty array.
 */
export const references = Object.assign(
  <const R extends string, const O extends Stated<ReferencesOptions> = Record<never, never>>(
    to: Quoted<R>,
    options?: Exactly<O, ReferencesOptions>,
  ) =>
    field<Built<O, readonly string[], readonly Referenced[], 'eq' | 'all' | 'ne'> & { readonly to: R }>(
      kind,
      { ...options, to },
    ),
  { kind },
);
