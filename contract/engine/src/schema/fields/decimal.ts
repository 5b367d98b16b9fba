import { type ComparedOptions, NOT_COMPARED } from './compared.ts';
import { builder, type CommonOptions, type Comparison, checkBounds, type Equality } from './field.ts';
import { between, boundsOf } from './samples.ts';

/** The options of a decimal field. */
export interface DecimalOptions extends CommonOptions, ComparedOptions {
  /**
   * Total number of digits.
   * @example decimal({ precision: 8 })
   */
  readonly precision?: number;
  /**
   * Digits after the decimal point.
   * @example decimal({ scale: 3 })
   */
  readonly scale?: number;
  /**
   * The smallest value.
   * @example decimal({ min: 0.5 })
   */
  readonly min?: number;
  /**
   * The largest value.
   * @example decimal({ max: 900_000 })
   */
  readonly max?: number;
  /**
   * The default value of new records.
   * @example decimal({ default: '9.90' })
   */
  readonly default?: string | number;
}

const PLAIN = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?$/;
/** Maximum input length: more digits than any column has, plus redundant zeros. */
const MAX_LENGTH = 250;

/** Removes redundant zeros. Uses a loop, because a pattern anchored at the end takes quadratic time. */
const withoutZeros = (digits: string, end: 'start' | 'end') => {
  let [from, to] = [0, digits.length];
  while (end === 'start' && from < to - 1 && digits[from] === '0') from += 1;
  while (end === 'end' && to > from && digits[to - 1] === '0') to -= 1;
  return digits.slice(from, to);
};

/** Pads to the scale: "7.5" with scale 2 → "7.50"; undefined if digits would be lost or it is no number. */
const exact = (value: string | number, { precision = 12, scale = 2 }: DecimalOptions) => {
  const text = String(value).trim();
  const [, sign, given, fraction = ''] = (text.length <= MAX_LENGTH && PLAIN.exec(text)) || [];
  const whole = withoutZeros(given === '' ? '0' : (given ?? ''), 'start');
  const significant = withoutZeros(fraction, 'end');
  if (
    whole === '' ||
    significant.length > scale ||
    whole.length > precision - scale + (whole === '0' ? 1 : 0)
  )
    return undefined;
  const digits = scale > 0 ? `${whole}.${significant.padEnd(scale, '0')}` : whole;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
};

/** JavaScript numbers represent at most this many digits exactly. */
const MAX_DIGITS = 15;

/** An exact number with fixed decimals: prices, weights. Output: a string; input: a string or a number. */
export const decimal = builder<DecimalOptions, string | number, string, Equality | Comparison>({
  name: 'decimal',
  options: { precision: 12, scale: 2, min: undefined, max: undefined, ...NOT_COMPARED, default: undefined },
  operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
  column: ({ precision, scale }) => ({ type: 'decimal', sql: `numeric(${precision}, ${scale})` }),
  schema: (z, options) =>
    z.union([z.string(), z.number()]).transform((value, context) => {
      const problem = (key: string, values?: object) => {
        context.addIssue({ code: 'custom', params: { key, values } });
        return z.NEVER;
      };
      const result = exact(value, options);
      if (result === undefined)
        return problem('errors.invalidDecimal', { precision: options.precision, scale: options.scale });
      if (options.min !== undefined && Number(result) < options.min)
        return problem('errors.tooSmall', { min: options.min });
      if (options.max !== undefined && Number(result) > options.max)
        return problem('errors.tooBig', { max: options.max });
      return result;
    }),
  output: (z) => z.string(),
  read: String,
  check: (options, report) => {
    checkBounds(options, report);
    const { precision = 12, scale = 2 } = options;
    if (!Number.isInteger(precision) || precision < 1 || precision > 100)
      report('precision', precision, 'must be a whole number from 1 to 100');
    if (!Number.isInteger(scale) || scale < 0 || scale > precision)
      report('scale', scale, `must be a whole number from 0 to the precision (${precision})`);
  },
  samples: {
    valid: (field, number) => {
      const { precision = 12, scale = 2 } = field;
      const largest = 10 ** Math.min(precision, MAX_DIGITS) - 1;
      const { low = 1, high = largest } = boundsOf(field, scale);
      const units = between({ low, high: Math.min(high, largest), number });
      return (units / 10 ** scale).toFixed(scale);
    },
    invalid: ({ scale = 2 }) => [
      ['twelve', 'errors.invalidDecimal'],
      [`0.${'1'.repeat(scale + 1)}`, 'errors.invalidDecimal'],
    ],
  },
});
