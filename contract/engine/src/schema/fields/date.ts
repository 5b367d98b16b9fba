import { type ComparedOptions, NOT_COMPARED } from './compared.ts';
import type { DynamicDefault } from './dynamic-default.ts';
import {
  bounded,
  builder,
  type CommonOptions,
  type Comparison,
  checkBounds,
  type Equality,
} from './field.ts';
import { timestampWithin } from './samples.ts';

/** The options of a date field; dates as "2027-01-31". */
export interface DateOptions extends CommonOptions, ComparedOptions {
  /**
   * The first day.
   * @example date({ min: '1900-01-01' })
   */
  readonly min?: string;
  /**
   * The last day.
   * @example date({ max: '2099-12-31' })
   */
  readonly max?: string;
  /**
   * The default value of new records: a date, or `today`.
   * @example date({ default: '2027-01-31' })
   */
  readonly default?: string | DynamicDefault<'today'>;
}

/** The first date that PostgreSQL and ISO 8601 write the same way. */
const FIRST = '0001-01-01';
const LAST = '9999-12-31';
/** The length of a date; that of a timestamp is greater. */
export const DAY_LENGTH = FIRST.length;
export const DAY_MS = 86_400_000;

/** A calendar date, without a time or a zone: "2027-01-31". */
export const date = builder<DateOptions, string, string, Equality | Comparison>({
  name: 'date',
  options: { min: undefined, max: undefined, ...NOT_COMPARED, default: undefined },
  operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  defaultSources: ['today'],
  column: () => ({ type: 'date', sql: 'date' }),
  schema: (z, { min = FIRST, max }) =>
    bounded(z, DAY_LENGTH, 'errors.invalid')
      .meta({ format: 'date' })
      .pipe(z.iso.date())
      .refine((day) => day >= min, { params: { key: 'errors.tooEarly', values: { min } } })
      .refine((day) => max === undefined || day <= max, {
        params: { key: 'errors.tooLate', values: { max } },
      }),
  check: (options, report, z) => {
    checkBounds(options, report);
    for (const name of ['min', 'max'] as const)
      if (options[name] !== undefined && !z.iso.date().safeParse(options[name]).success)
        report(name, options[name], 'must be a day such as "2027-01-31"');
  },
  samples: {
    valid: (field, number) =>
      timestampWithin(field, { number, step: DAY_MS }).toISOString().slice(0, DAY_LENGTH),
    invalid: ({ min = FIRST, max = LAST }) => [
      ['2027-02-30', 'errors.invalid'],
      ...(min > FIRST ? [[FIRST, 'errors.tooEarly'] as const] : []),
      ...(max < LAST ? [[LAST, 'errors.tooLate'] as const] : []),
    ],
  },
});
