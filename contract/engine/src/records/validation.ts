import type { z } from 'zod';
import { readable } from '#contract/schema/names.ts';
import type { FieldError } from './errors.ts';

/**
 * The validation errors of a value with their English messages. The keys are translation keys, and the names
 * in braces are placeholders; `field` is the label of the field, which pages translate.
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
  'errors.after': '{field} must not be after {others}',
  'errors.before': '{field} must not be before {others}',
  'errors.notAfter': '{field} must be after {others}',
  'errors.notBefore': '{field} must be before {others}',
  'errors.above': '{field} must not be more than {others}',
  'errors.below': '{field} must not be less than {others}',
  'errors.notAbove': '{field} must be more than {others}',
  'errors.notBelow': '{field} must be less than {others}',
  'errors.tooFewValues': '{field} needs at least {min} values',
  'errors.tooManyValues': '{field} takes at most {max} values',
  'errors.repeatedValue': '{field} has the same value twice',
  'errors.valueNotFound': '{field} has a value that does not exist: {value}',
  'errors.unknown': '{field} is not known here',
  'errors.unknownOrder': '{value} is nothing to sort by; there are: {options}',
  'errors.pageTooLarge': 'A page has from 1 to {max} records',
  'errors.invalidCursor': '{field} does not go on from a list in this order',
  'errors.unique': '{record} already exists',
  'errors.uniqueTogether': '{field} already used with the same {others}',
  'errors.notApplicable': '{field} must be empty with these values of: {others}',
  'errors.notComputable': '{field}: with this value, {others} cannot be calculated',
  'errors.recordNotComputable':
    'A value of this record cannot be calculated, which a rule needs to check the change',
  'errors.tooManyViews': 'There are already {max} views of this list',
  'errors.tooManyApiKeys': 'You already have {max} API keys: revoke one first',
  'errors.referenceNotFound': '{field} does not exist',
  'errors.ambiguousReference': '{field} has several records with this name; use their id',
  'errors.referenceDisagrees':
    '{field}: the name and the id are those of different records; leave out one of the two columns',
  'errors.ambiguousWord':
    '{field}: this word stands for several values; write one of these instead: {values}',
  'errors.recordNotFound': 'There is no record with this {field}',
  'errors.duplicateInFile': '{field} is the same as in line {row}',
  'errors.tooManyCells': 'The line has more cells than the file has headings',
  'errors.mayNotCreate': 'There is no such record, and you may not create one',
  'errors.rejected': 'The record is rejected: {reason}',
  'errors.csvEmpty': 'The file has no records',
  'errors.csvHeading': 'The heading {heading} occurs twice',
  'errors.csvColumns': 'The file has more than {max} columns',
  'errors.csvEncoding': 'The file is not encoded in UTF-8: save it again as “CSV UTF-8”',
  'errors.csvNul': 'This is not a CSV file: save the table as “CSV UTF-8” first',
  'errors.csvLine': 'Line {row} is longer than {max} characters: is a quotation mark missing?',
  'errors.csvQuote': 'A quotation mark is missing or is in the wrong place in line {row}',
  'errors.importInvalidLines':
    'The file has invalid lines, so nothing was imported: correct them, or import the valid lines alone',
  'errors.importUnchecked': 'Check the import first',
  'errors.importBusy': 'This import is running or has already ended',
  'errors.batchBusy': 'Another job is still writing or taking back these changes',
  'errors.batchEnded': 'This job is running, or has done all of its work',
  'errors.actorGone': 'Stopped: the account that started this is suspended or no longer exists',
  'errors.actorSessionEnded': 'Stopped: the session that started this has ended',
  'errors.actorKeyGone': 'Stopped: the API key that started this has been revoked or has expired',
  'errors.actorRights': 'Stopped: the account that started this no longer has the right to it',
  'errors.importChanged':
    'Records have changed since the check, so nothing was imported: see the invalid lines',
  'errors.fileEmpty': '{field}: the file is empty',
  'errors.fileTooLarge': '{field}: the file is larger than {max} MB',
  'errors.fileType': '{field}: the file must be one of: {types}',
  'errors.imageUnreadable': '{field}: the image is damaged or incomplete',
  'errors.imageTooLarge': '{field}: the image has more than {max} megapixels',
  'errors.fileNotFound': '{field}: this file is not there any more, or not yours. Upload it again.',
  'errors.fileUploading': '{field}: wait until the file is uploaded, or cancel it',
  'errors.fileFailed': '{field}: the file was not uploaded, try again or cancel the upload',
  'errors.changedSince': '{field} has been changed again since',
  'errors.notYourRow': 'You may not choose this value for {field}',
  'errors.ownAncestor': '{field} cannot be this record itself, nor one below it',
} as const;
/** The translation key of a validation error. */
export type FieldErrorKey = keyof typeof fieldErrorTexts;

type Values = Readonly<Record<string, string | number>>;

/** Parameters such as `_sort` keep their exact name, fields get a readable one. */
const nameOf = (field: string) => (field.startsWith('_') ? field : readable(field));

/** Builds the error of one field: `fieldError('title', 'errors.required')` → "Title is required". */
export const fieldError = (field: string, key: FieldErrorKey, values: Values = {}): FieldError => {
  const all: Values = { field: nameOf(field), ...values };
  const message = fieldErrorTexts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(all[name] ?? ''));
  return { key, message, values };
};

const isKey = (key: unknown): key is FieldErrorKey =>
  typeof key === 'string' && Object.hasOwn(fieldErrorTexts, key);

/** What zod calls values with members. */
const HAS_VALUES: readonly string[] = ['array', 'set', 'map'];

const timestampOf = (bound: unknown) => new Date(Number(bound)).toISOString();

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
      if (issue.origin === 'date') return ['errors.tooEarly', { min: timestampOf(issue.minimum) }];
      if (HAS_VALUES.includes(issue.origin)) return ['errors.tooFewValues', { min }];
      if (issue.origin !== 'string') return ['errors.tooSmall', { min }];
      // The input may be a blank text, which was trimmed before the check.
      return issue.input === '' || min === 1 ? ['errors.required'] : ['errors.tooShort', { min }];
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      if (issue.origin === 'date') return ['errors.tooLate', { max: timestampOf(issue.maximum) }];
      if (HAS_VALUES.includes(issue.origin)) return ['errors.tooManyValues', { max }];
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

/** The name in an error that is about the body of a request as a whole, and not about one of its fields. */
export const WHOLE_BODY = 'body';

/**
 * Converts the issues of a failed zod check to errors by field. Parse with `{ reportInput: true }`, which
 * distinguishes missing values from invalid ones. A nested or unknown member is an error under its own name.
 * The map has no prototype, so `constructor` is a key like any other.
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
    else add(issue.path.findLast((part) => typeof part === 'string') ?? WHOLE_BODY, ...ruleOf(issue));
  }
  return errors;
};
