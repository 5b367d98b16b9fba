import { builder, type CommonOptions, type Equality } from './field.ts';

/** The options of a boolean field. */
export interface BooleanOptions extends CommonOptions {
  /** The default value of new records. */
  readonly default?: boolean;
  /**
   * The most common value: lists show it quietly and mark the other one.
   * @example boolean({ usual: false })
   */
  readonly usual?: boolean;
}

/** How spreadsheets and databases write booleans. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** A boolean. */
export const boolean = builder<BooleanOptions, boolean, boolean, Equality>({
  name: 'boolean',
  options: { default: undefined, usual: undefined },
  operators: ['eq', 'ne'],
  column: () => ({ type: 'boolean', sql: 'boolean' }),
  schema: (z) => z.boolean(),
  query: (z) => z.enum(['true', 'false']).transform((value) => value === 'true'),
  parse: (text) => WORDS.get(text.trim().toLowerCase()) ?? text,
  samples: {
    valid: (_, number) => number % 2 === 0,
    invalid: () => [['yes', 'errors.invalid']],
  },
});
