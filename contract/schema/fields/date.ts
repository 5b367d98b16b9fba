import {
  type Built,
  bounded,
  type CommonOptions,
  checkBounds,
  type Exactly,
  field,
  type Kind,
} from './field.ts';

/** What a day may state; days as "2027-01-31". */
export interface DateOptions extends CommonOptions {
  readonly min?: string;
  readonly max?: string;
  readonly default?: string;
}

/** A day of the calendar, without a time or a zone: "2027-01-31". */
export const date = <const O extends DateOptions = Record<never, never>>(options?: Exactly<O, DateOptions>) =>
  field<Built<O, string, string, 'eq' | 'ne' | 'gte' | 'lte'>>('date', options);

/** The first day that PostgreSQL and JSON agree upon. */
const FIRST = '0001-01-01';
const DAY_LENGTH = FIRST.length;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day: date. */
export const dateKind: Kind<DateOptions> = {
  options: { min: undefined, max: undefined, default: undefined },
  operators: ['eq', 'ne', 'gte', 'lte'],
  indexed: () => true,
  column: () => ({ type: 'date', sql: 'date' }),
  schema: (z, { min = FIRST, max }) =>
    bounded(z, DAY_LENGTH, 'errors.invalid')
      .meta({ format: 'date' })
      .pipe(z.iso.date())
      .refine((day) => day >= min, { params: { key: 'errors.tooEarly', values: { min } } })
      .refine((day) => max === undefined || day <= max, {
        params: { key: 'errors.tooLate', values: { max } },
      }),
  check: (options, report) => {
    checkBounds(options, report);
    for (const name of ['min', 'max'] as const)
      if (options[name] !== undefined && !DAY.test(options[name]))
        report(name, options[name], 'must be a day such as "2027-01-31"');
  },
};
