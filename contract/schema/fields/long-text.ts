import { type Built, type CommonOptions, checkBounds, type Exactly, field, type Kind } from './field.ts';
import { textKind } from './text.ts';

/** The options of a multi-line text field; lengths in characters. */
export interface LongTextOptions extends Omit<CommonOptions, 'unique' | 'sort'> {
  readonly min?: number;
  /** Defaults to 10,000. */
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Searched by the search box, and filterable by substring. */
  readonly search?: boolean;
  readonly default?: string;
}

type Operators<O> = O extends { search: true } | { filter: true } ? 'like' : never;

/** A multi-line text, stored trimmed. Too long for a B-tree index: searchable, never sortable. */
export const longText = <const O extends LongTextOptions = Record<never, never>>(
  options?: Exactly<O, LongTextOptions>,
) => field<Built<O, string, string, Operators<O>>>('longText', options);

/** The longText kind: column type text, searched ignoring case and accents. */
export const longTextKind: Kind<LongTextOptions> = {
  options: { min: undefined, max: 10_000, pattern: undefined, search: false, default: undefined },
  operators: ['like'],
  indexed: (options) => options.search === true,
  folded: true,
  unordered: true,
  column: () => ({ type: 'text', sql: 'text' }),
  schema: textKind.schema,
  check: checkBounds,
};
