import { type Built, type CommonOptions, checkBounds, type Exactly, field, type Kind } from './field.ts';
import { textKind } from './text.ts';

/** What a text of many lines may state; lengths in characters. */
export interface LongTextOptions extends Omit<CommonOptions, 'unique' | 'sort'> {
  readonly min?: number;
  /** 10,000 when left out. */
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Found by the search box, and by a filter on a part of it. */
  readonly search?: boolean;
  readonly default?: string;
}

type Operators<O> = O extends { search: true } | { filter: true } ? 'like' : never;

/** A text of many lines, kept trimmed. Too long for an ordered index: it is searched, never sorted. */
export const longText = <const O extends LongTextOptions = Record<never, never>>(
  options?: Exactly<O, LongTextOptions>,
) => field<Built<O, string, string, Operators<O>>>('longText', options);

/** A text of many lines: text, searched without case and accents. */
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
