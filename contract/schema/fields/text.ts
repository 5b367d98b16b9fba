import { type Built, type CommonOptions, checkBounds, type Exactly, field, type Kind } from './field.ts';

/** What a one-line text may state; lengths in characters. */
export interface TextOptions extends CommonOptions {
  readonly min?: number;
  /** 255 when left out, 500 at most: a longer one is a longText. */
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Found by the search box, and so also sorted and filtered. */
  readonly search?: boolean;
  readonly default?: string;
}

type Operators<O> = O extends { search: true } | { filter: true } ? 'eq' | 'ne' | 'like' : never;

/** A text of one line, kept trimmed. */
export const text = <const O extends TextOptions = Record<never, never>>(options?: Exactly<O, TextOptions>) =>
  field<Built<O, string, string, Operators<O>>>('text', options);

const LONGEST = 500;

/** A text of one line: varchar, compared without case and accents. */
export const textKind: Kind<TextOptions> = {
  options: { min: undefined, max: 255, pattern: undefined, search: false, default: undefined },
  operators: ['eq', 'ne', 'like'],
  indexed: (options) => options.search === true,
  folded: true,
  column: (options) => ({ type: 'string', sql: `varchar(${options.max})` }),
  schema: (z, { min, max, pattern }) => {
    let schema = z.string().trim();
    if (min !== undefined) schema = schema.min(min);
    // A pattern never sees more than it was written for: some take forever over a text that is long enough.
    if (max !== undefined || pattern) schema = schema.max(max ?? LONGEST, { abort: true });
    return pattern ? schema.regex(pattern) : schema;
  },
  check: (options, report) => {
    checkBounds(options, report);
    if (options.max !== undefined && (options.max < 1 || options.max > LONGEST))
      report('max', options.max, `must be from 1 to ${LONGEST}; for more, use longText`);
  },
};
