import type { z } from 'zod';

/** The names of zod's types in errors. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/** The names of zod's formats in errors. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day such as "2027-01-31"',
  datetime: 'a timestamp such as "2027-01-31T12:00:00Z"',
  email: 'an email address',
  url: 'a web address that starts with http:// or https://',
  uuid: 'an id',
};

/** What a rule of a field kind requires, by the key of its error. */
const RULES: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => string>> = {
  'errors.tooEarly': ({ min }) => `nothing before ${min}`,
  'errors.tooLate': ({ max }) => `nothing after ${max}`,
  'errors.tooSmall': ({ min }) => `at least ${min}`,
  'errors.tooBig': ({ max }) => `at most ${max}`,
  'errors.invalidDecimal': ({ precision, scale }) =>
    `a number with at most ${precision} digits, ${scale} of them decimals`,
};

/**
 * Returns what a field accepts instead of a value that its schema has rejected, in words for authors of
 * entries; undefined if the rule belongs to a custom kind.
 */
export function whatIsTaken(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected];
    case 'too_small':
      return `at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_format':
      return 'pattern' in issue && issue.format === 'regex'
        ? `a text that matches ${issue.pattern}`
        : FORMATS[issue.format];
    case 'custom': {
      const { key, values = {} } = (issue.params ?? {}) as { key?: string; values?: Record<string, unknown> };
      return key === undefined ? undefined : RULES[key]?.(values);
    }
    default:
      return undefined;
  }
}
