import type { z } from 'zod';
import type { FieldError } from './errors.ts';
import { readable } from './schema/names.ts';

/**
 * The validation errors of a value, with their English texts. The keys are translation keys, and the names in braces
 * are placeholders; `field` is the label of the field, which pages translate.
 */
export const fieldErrorTexts = {
  'errors.required': '{field} is required',
  'errors.invalid': '{field} is invalid',
  'errors.invalidEmail': '{field} is invalid',
  'errors.invalidUrl': '{field} must be a web address that starts with http:// or https://',
  'errors.invalidOption': '{field} must be one of: {options}',
  'errors.invalidDecimal':
    '{field} must be a number with at most {precision} digits, {scale} of them decimals',
  'errors.wholeNumber': '{field} must be a whole number',
  'errors.tooShort': '{field} must have at least {min} characters',
  'errors.tooLong': '{field} must have at most {max} characters',
  'errors.tooSmall': '{field} must be at least {min}',
  'errors.tooBig': '{field} must be at most {max}',
  'errors.tooEarly': '{field} must not be before {min}',
  'errors.tooLate': '{field} must not be after {max}',
  'errors.unknown': '{field} is not known here',
  'errors.unknownOrder': '{value} is nothing to sort by; there are: {options}',
  'errors.pageTooLarge': 'A page has from 1 to {max} records',
  'errors.invalidCursor': '{field} does not go on from a list in this order',
  'errors.unique': '{record} already exists',
  'errors.uniqueTogether': '{field} already used with the same {others}',
  'errors.tooManyViews': 'There are already {max} views of this list',
  'errors.referenceNotFound': '{field} does not exist',
  'errors.changedSince': '{field} has been changed again since',
  'errors.ownAncestor': '{field} cannot be this record itself, nor one below it',
} as const;
/** The translation key of a validation error. */
export type FieldErrorKey = keyof typeof fieldErrorTexts;

type Values = Readonly<Record<string, string | number>>;

/** Builds the error of one field: `fieldError('title', 'errors.required')` → "Title is required". */
export const fieldError = (field: string, key: FieldErrorKey, values: Values = {}): FieldError => {
  const all: Values = { field: readable(field), ...values };
  const message = fieldErrorTexts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(all[name] ?? ''));
  return { key, message, values };
};

const isKey = (key: unknown): key is FieldErrorKey =>
  typeof key === 'string' && Object.hasOwn(fieldErrorTexts, key);

/** Returns the error key of a zod issue, and the values for its placeholders. */
const ruleOf = (issue: z.core.$ZodIssue): [FieldErrorKey, Values?] => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return ['errors.required'];
      return [issue.expected === 'int' ? 'errors.wholeNumber' : 'errors.invalid'];
    case 'invalid_value':
      if (issue.input === undefined || issue.input === null) return ['errors.required'];
      return ['errors.invalidOption', { options: issue.values.join(', ') }];
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin !== 'string') return ['errors.tooSmall', { min }];
      return issue.input === '' ? ['errors.required'] : ['errors.tooShort', { min }];
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      return [issue.origin === 'string' ? 'errors.tooLong' : 'errors.tooBig', { max }];
    }
    case 'invalid_format':
      if (issue.input === '') return ['errors.required'];
      if (issue.format === 'email') return ['errors.invalidEmail'];
      return [issue.format === 'url' ? 'errors.invalidUrl' : 'errors.invalid'];
    case 'invalid_union':
      return [issue.input === undefined || issue.input === null ? 'errors.required' : 'errors.invalid'];
    case 'custom': {
      const { key, values } = (issue.params ?? {}) as { key?: unknown; values?: Values };
      return isKey(key) ? [key, values ?? {}] : ['errors.invalid'];
    }
    default:
      return ['errors.invalid'];
  }
};

/**
 * Converts the issues of a failed zod check to errors by field. Parse with `{ reportInput: true }`, which
 * distinguishes missing values from invalid ones. A nested member is an error under its own name too. An unknown member is an error under its own name: the map has no
 * prototype, so `constructor` is a key like any other.
 */
export const fieldErrors = (issues: readonly z.core.$ZodIssue[]): Record<string, FieldError[]> => {
  const errors: Record<string, FieldError[]> = Object.create(null);
  const add = (field: string, key: FieldErrorKey, values?: Values) => {
    errors[field] ??= [];
    errors[field].push(fieldError(field, key, values));
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(key, 'errors.unknown', { field: key });
    else add(issue.path.findLast((part) => typeof part === 'string') ?? 'body', ...ruleOf(issue));
  }
  return errors;
};
