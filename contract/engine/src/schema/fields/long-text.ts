import { toText } from './conversions.ts';
import { builder, type CommonOptions, checkBounds, checkPattern, type Indexed } from './field.ts';
import { fitting, numberedText } from './samples.ts';
import { text, textSchema } from './text.ts';

/** The options of a multi-line text field; lengths in characters. */
export interface LongTextOptions extends Omit<CommonOptions, 'unique' | 'sort'> {
  /**
   * The minimum length.
   * @example longText({ min: 10 })
   */
  readonly min?: number;
  /**
   * The maximum length.
   * @example longText({ max: 2000 })
   */
  readonly max?: number;
  /**
   * The pattern that the text must match.
   * @example longText({ pattern: /^[^<>]*$/ })
   */
  readonly pattern?: RegExp;
  /** Includes the field in the search box, and makes it filterable by substring. */
  readonly search?: boolean;
  /**
   * The default value of new records.
   * @example longText({ default: 'None.' })
   */
  readonly default?: string;
}

const { invalid, unbreakable } = text.kind.samples;

/** A multi-line text, stored trimmed. Too long for a B-tree index: searchable, never sortable. */
export const longText = builder<LongTextOptions, string, string, 'like', unknown, Indexed>({
  name: 'longText',
  options: { min: undefined, max: 10_000, pattern: undefined, search: false, default: undefined },
  operators: ['like'],
  indexed: (options) => options.search === true,
  folded: true,
  isLong: true,
  column: () => ({ type: 'text', sql: 'text' }),
  schema: (z, options) => textSchema(z, options, toText),
  check: (options, report) => {
    checkBounds(options, report);
    checkPattern(options, report);
  },
  samples: {
    options: { search: true },
    invalid,
    ...(unbreakable && { unbreakable }),
    valid: (field, number) => {
      const line = numberedText(field, number);
      return fitting(field, [`${line}\nand a second line`, line]);
    },
  },
});
