import type { z } from 'zod';

/** What a type of zod is called in an error. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/** What a format of zod is called in an error. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day such as "2027-01-31"',
  datetime: 'a moment such as "2027-01-31T12:00:00Z"',
  email: 'an e-mail address',
  url: 'a web address that starts with http:// or https://',
  uuid: 'an id',
};

/** What a rule of a field kind asks for, by the key of its error. */
const RULES: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => string>> = {
  'errors.tooEarly': ({ min }) => `nothing before ${min}`,
  'errors.tooLate': ({ max }) => `nothing after ${max}`,
  'errors.tooSmall': ({ min }) => `at least ${min}`,
  'errors.tooBig': ({ max }) => `at most ${max}`,
  'errors.invalidDecimal': ({ precision, scale }) =>
    `a number with at most ${precision} digits, ${scale} of them decimals`,
};

/**
 * Returns what a field takes instead of a value that its schema has refused, in words of ours for those who write entries;
 * undefined where the rule is one of a kind of its own.
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
