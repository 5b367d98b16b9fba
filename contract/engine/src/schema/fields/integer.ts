import { type ComparedOptions, NOT_COMPARED } from './compared.ts';
import {
  bounded,
  builder,
  type Column,
  type CommonOptions,
  type Comparison,
  checkBounds,
  type Equality,
} from './field.ts';
import { between, boundsOf } from './samples.ts';

/** The options of an integer field. */
export interface IntegerOptions extends CommonOptions, ComparedOptions {
  /**
   * The smallest value.
   * @example integer({ min: 0 })
   */
  readonly min?: number;
  /**
   * The largest value.
   * @example integer({ max: 100 })
   */
  readonly max?: number;
  /**
   * The default value of new records.
   * @example integer({ default: 1 })
   */
  readonly default?: number;
}

const INT4 = { min: -2_147_483_648, max: 2_147_483_647 };

/** Returns whether the column is a bigint: from the bounds, or without any from the type of the field. */
const isWide = ({ min = 0, max = 0, type }: IntegerOptions & { readonly type?: Column }) =>
  min < INT4.min || max > INT4.max || type?.type === 'bigint';

const bounds = (options: IntegerOptions) => {
  const range = isWide(options) ? { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } : INT4;
  return { min: options.min ?? range.min, max: options.max ?? range.max };
};

/** A whole number within the range that JSON represents exactly. */
export const integer = builder<IntegerOptions, number, number, Equality | Comparison>({
  name: 'integer',
  options: { min: undefined, max: undefined, ...NOT_COMPARED, default: undefined },
  operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  column: (options) =>
    isWide(options) ? { type: 'bigint', sql: 'bigint' } : { type: 'integer', sql: 'integer' },
  schema: (z, options) => {
    const { min, max } = bounds(options);
    // The wider bounds of Zod's integers, of what JSON represents exactly, come last, so that a value is
    // compared with its own first.
    return z
      .number()
      .check(({ value, issues }) => {
        if (!Number.isInteger(value)) issues.push({ code: 'invalid_type', expected: 'int', input: value });
      })
      .min(min, { abort: true })
      .max(max, { abort: true })
      .int();
  },
  query: (z, options) => {
    const { min, max } = isWide(options) ? bounds({ max: Number.MAX_SAFE_INTEGER }) : INT4;
    return bounded(z, 17, 'errors.invalid')
      .regex(/^-?\d{1,16}$/)
      .transform(Number)
      .pipe(z.int().min(min).max(max));
  },
  parse: (text) => (/^[+-]?\d{1,17}$/.test(text.trim()) ? Number(text) : text),
  read: Number,
  check: (options, report) => {
    checkBounds(options, report);
    for (const name of ['min', 'max'] as const)
      if (options[name] !== undefined && !Number.isSafeInteger(options[name]))
        report(name, options[name], 'must be a whole number');
  },
  samples: {
    valid: (field, number) => between({ ...boundsOf(field), number }),
    invalid: ({ min = INT4.min, max }) => [
      [1.5, 'errors.wholeNumber'],
      ['many', 'errors.invalid'],
      [min - 1, 'errors.tooSmall'],
      ...(max === undefined ? [] : [[max + 1, 'errors.tooBig'] as const]),
    ],
  },
});
