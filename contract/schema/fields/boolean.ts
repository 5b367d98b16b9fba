import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** What a yes or no may state. */
export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean;
}

/** Yes or no. */
export const boolean = <const O extends BooleanOptions = Record<never, never>>(
  options?: Exactly<O, BooleanOptions>,
) => field<Built<O, boolean, boolean, 'eq' | 'ne'>>('boolean', options);

/** Yes or no: boolean. */
export const booleanKind: Kind<BooleanOptions> = {
  options: { default: undefined },
  operators: ['eq', 'ne'],
  indexed: () => true,
  column: () => ({ type: 'boolean', sql: 'boolean' }),
  schema: (z) => z.boolean(),
  query: (z) => z.enum(['true', 'false']).transform((value) => value === 'true'),
};
