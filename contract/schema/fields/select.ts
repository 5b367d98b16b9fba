import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** What a choice among fixed values may state. */
export interface SelectOptions<V extends string = string> extends CommonOptions {
  readonly default?: V;
}

interface Values<V extends string = string> {
  readonly values: readonly V[];
}

/** One of a few fixed values, in the order in which they are offered. */
export const select = <
  const V extends readonly [string, ...string[]],
  const O extends SelectOptions<V[number]> = Record<never, never>,
>(
  values: V,
  options?: Exactly<O, SelectOptions>,
) =>
  field<Built<O, V[number], V[number], 'eq' | 'ne'> & { readonly values: V }>('select', {
    ...options,
    values,
  });

/** One of a few fixed values: varchar; the values are a rule of the schema, so that adding one needs no migration. */
export const selectKind: Kind<SelectOptions & Values> = {
  options: { values: [], default: undefined },
  operators: ['eq', 'ne'],
  indexed: () => true,
  column: () => ({ type: 'string', sql: 'varchar(100)' }),
  schema: (z, { values }) => z.enum(values as readonly [string, ...string[]]),
  check: ({ values }, report) => {
    if (values.length === 0) report('values', values, 'must name at least one value');
    if (new Set(values).size < values.length) report('values', values, 'must not repeat a value');
    const long = values.find((value) => value.length > 100 || value === '');
    if (long !== undefined) report('values', long, 'must be from 1 to 100 characters');
  },
};
