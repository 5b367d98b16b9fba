import type { DynamicDefault } from './dynamic-default.ts';
import { builder, type CommonOptions, type Equality, type Matching } from './field.ts';
import { fitting, tooLong } from './samples.ts';

/** The options of an email field; lengths in characters. */
export interface EmailOptions extends CommonOptions {
  /**
   * The maximum length; no email address is longer than 254 characters (RFC 5321).
   * @example email({ max: 100 })
   */
  readonly max?: number;
  /** Includes the field in the search box. */
  readonly search?: boolean;
  /**
   * The default value of new records: an address, or `currentUser.email`.
   * @example email({ default: 'info@example.com' })
   */
  readonly default?: string | DynamicDefault<'currentUser.email'>;
}

/** The longest email address (RFC 5321). */
export const MAX_ADDRESS_LENGTH = 254;

/** A domain of the maximum length that leaves 64 characters for the local part (RFC 5321). */
const WIDE_DOMAIN = `${['w'.repeat(63), 'w'.repeat(63), 'w'.repeat(57)].join('.')}.com`;

/** An email address, stored in lower case. */
export const email = builder<EmailOptions, string, string, Equality | Matching>({
  name: 'email',
  options: { max: MAX_ADDRESS_LENGTH, search: false, default: undefined },
  operators: ['eq', 'ne', 'like', 'startsWith'],
  defaultSources: ['currentUser.email'],
  folded: true,
  column: ({ max }) => ({ type: 'string', sql: `varchar(${max})` }),
  schema: (z, { max = MAX_ADDRESS_LENGTH }) =>
    z.string().trim().toLowerCase().max(max, { abort: true }).pipe(z.email()),
  check: ({ max = MAX_ADDRESS_LENGTH }, report) => {
    if (max < 6 || max > 500) report('max', max, 'must be from 6 to 500');
  },
  samples: {
    valid: (field, number) => fitting(field, [`person${number}@example.org`, `${number.toString(36)}@b.co`]),
    invalid: (field) => [tooLong(field), ['ann', 'errors.invalidEmail']],
    unbreakable: (field, start) =>
      fitting(field, [`${start.padEnd(64, 'w')}@${WIDE_DOMAIN}`, `${start}@w.com`]),
  },
});
