import { type ComparedOptions, NOT_COMPARED } from './compared.ts';
import { readTimestamp, toUtc } from './conversions.ts';
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

/** The options of a datetime field; values as ISO 8601, such as "2027-01-31T12:00:00Z". */
export interface DatetimeOptions extends CommonOptions, ComparedOptions {
  /**
   * The earliest time.
   * @example datetime({ min: '2020-01-01T00:00:00Z' })
   */
  readonly min?: string;
  /**
   * The latest time.
   * @example datetime({ max: '2099-12-31T23:59:59Z' })
   */
  readonly max?: string;
  /**
   * The default value of new records: a time, or `now`.
   * @example datetime({ default: '2027-01-31T12:00:00Z' })
   */
  readonly default?: string | DynamicDefault<'now'>;
}

/** The EntityManager returns dates. The declarations of packages name this type. */
export interface StoredDate {
  readonly types?: { readonly stored: Date };
}

const FIRST = '0001-01-01T00:00:00.000Z';
/** Whole minutes, as browser inputs write them. */
const MINUTE_MS = 60_000;
/** Allows for a fraction of nine digits and an offset. */
const MAX_LENGTH = 40;
const LAST = '9999-12-31T23:59:59.999Z';

/** A datetime. The input may have any offset; the output is in UTC: "2027-01-31T12:00:00.000Z". */
export const datetime = builder<DatetimeOptions, string, string, Equality | Comparison, StoredDate>({
  name: 'datetime',
  options: { min: undefined, max: undefined, ...NOT_COMPARED, default: undefined },
  operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  defaultSources: ['now'],
  column: () => ({
    type: 'datetime',
    sql: 'timestamptz(3)',
    text: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  }),
  schema: (z, { min = FIRST, max = LAST }) =>
    bounded(z, MAX_LENGTH, 'errors.invalid')
      .meta({ format: 'date-time' })
      .pipe(z.iso.datetime({ offset: true }))
      .transform(toUtc)
      .refine((timestamp) => timestamp >= toUtc(min), { params: { key: 'errors.tooEarly', values: { min } } })
      .refine((timestamp) => timestamp <= toUtc(max), { params: { key: 'errors.tooLate', values: { max } } }),
  output: (z) => z.iso.datetime(),
  read: readTimestamp,
  write: (value) => new Date(value as string),
  check: (options, report, z) => {
    checkBounds(options, report, Date.parse);
    // With an offset: otherwise the server and each browser would read it in their own time zones.
    const timestamp = z.iso.datetime({ offset: true });
    for (const name of ['min', 'max'] as const)
      if (options[name] !== undefined && !timestamp.safeParse(options[name]).success)
        report(name, options[name], 'must be a timestamp such as "2027-01-31T12:00:00Z"');
  },
  samples: {
    valid: (field, number) => timestampWithin(field, { number, step: MINUTE_MS }).toISOString(),
    invalid: ({ min = FIRST, max = LAST }) => [
      ['yesterday', 'errors.invalid'],
      ...(toUtc(min) > FIRST ? [[FIRST, 'errors.tooEarly'] as const] : []),
      ...(toUtc(max) < LAST ? [[LAST, 'errors.tooLate'] as const] : []),
    ],
  },
});
