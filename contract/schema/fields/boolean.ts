import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** The options of a boolean field. */
export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean;
}

/** A boolean. */
export const boolean = <const O extends BooleanOptions = Record<never, never>>(
  options?: Exactly<O, BooleanOptions>,
) => field<Built<O, boolean, boolean, 'eq' | 'ne'>>('boolean', options);

/** The boolean kind: column type boolean. */
export const booleanKind: Kind<BooleanOptions> = {
  options: { default: undefined },
  operators: ['eq', 'ne'],
  indexed: () => true,
  column: () => ({ type: 'boolean', sql: 'boolean' }),
  schema: (z) => z.boolean(),
  query: (z) => z.enum(['true', 'false']).transform((value) => value === 'true'),
};
