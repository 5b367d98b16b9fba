import type { z } from 'zod';
import { toLine } from './conversions.ts';
import type { DynamicDefault } from './dynamic-default.ts';
import {
  builder,
  type CommonOptions,
  checkBounds,
  checkPattern,
  type Equality,
  type Indexed,
  type Matching,
  type Zod,
} from './field.ts';
import { numberedText, oneWord, tooLong } from './samples.ts';

/** The options of a one-line text field; lengths in characters. */
export interface TextOptions extends CommonOptions {
  /**
   * The minimum length.
   * @example text({ min: 2 })
   */
  readonly min?: number;
  /**
   * The maximum length, at most 500: use longText for longer texts.
   * @example text({ max: 60 })
   */
  readonly max?: number;
  /**
   * The pattern that the text must match.
   * @example text({ pattern: /^[A-Z]{3}-\d{3}$/ })
   */
  readonly pattern?: RegExp;
  /** Includes the field in the search box, and therefore makes it sortable and filterable. */
  readonly search?: boolean;
  /**
   * The default value of new records: a text, or `currentUser.email`.
   * @example text({ default: 'unknown' })
   */
  readonly default?: string | DynamicDefault<'currentUser.email'>;
}

const MAX_LENGTH = 500;

/** Returns the schema of a text, which is converted and trimmed before it is checked. */
export function textSchema(
  zod: Zod,
  { min, max, pattern }: Pick<TextOptions, 'min' | 'max' | 'pattern'>,
  convert: (text: string) => string,
): z.ZodString {
  let schema = zod.string().overwrite(convert).trim();
  if (min !== undefined) schema = schema.min(min);
  // The length is checked before the pattern, because some patterns take forever on long texts.
  if (max !== undefined || pattern) schema = schema.max(max ?? MAX_LENGTH, { abort: true });
  return pattern ? schema.regex(pattern) : schema;
}

/** A text of one line, stored trimmed: line breaks become spaces. */
export const text = builder<TextOptions, string, string, Equality | Matching, unknown, Indexed>({
  name: 'text',
  options: { min: undefined, max: 255, pattern: undefined, search: false, default: undefined },
  operators: ['eq', 'ne', 'like', 'startsWith'],
  defaultSources: ['currentUser.email'],
  indexed: (options) => options.search === true,
  folded: true,
  isName: true,
  column: (options) => ({ type: 'string', sql: `varchar(${options.max})` }),
  schema: (z, options) => textSchema(z, options, toLine),
  check: (options, report) => {
    checkBounds(options, report);
    checkPattern(options, report);
    if (options.max !== undefined && (options.max < 1 || options.max > MAX_LENGTH))
      report('max', options.max, `must be from 1 to ${MAX_LENGTH}; for more, use longText`);
  },
  samples: {
    options: { search: true },
    valid: numberedText,
    invalid: (field) => [
      tooLong(field),
      ...(field.min !== undefined && field.min > 1
        ? [['x'.repeat(field.min - 1), 'errors.tooShort'] as const]
        : []),
    ],
    unbreakable: oneWord,
  },
});
