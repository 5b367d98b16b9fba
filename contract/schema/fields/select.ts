import { type Built, type CommonOptions, type Exactly, field, type Kind } from './field.ts';

/** What a choice among fixed values may state. */
export interface SelectOptions<V extends string = string> extends CommonOptions {
  readonly default?: V;
  /**
   * Values that there were before, and what becomes of the records that have one: another value, or null for none. The
   * next migration does it: `formerValues: { worn: 'used', lost: null }`.
   */
  readonly formerValues?: Readonly<Record<string, V | null>>;
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

/** One of a few fixed values: varchar, which a rule of the table keeps to them, so that none goes while rows have it. */
export const selectKind: Kind<SelectOptions & Values> = {
  options: { values: [], default: undefined, formerValues: undefined },
  operators: ['eq', 'ne'],
  indexed: () => true,
  column: () => ({ type: 'string', sql: 'varchar(100)' }),
  schema: (z, { values }) => z.enum(values as readonly [string, ...string[]]),
  check: ({ values, formerValues = {}, required }, report) => {
    if (values.length === 0) report('values', values, 'must name at least one value');
    if (new Set(values).size < values.length) report('values', values, 'must not repeat a value');
    const long = values.find((value) => value.length > 100 || value === '');
    if (long !== undefined) report('values', long, 'must be from 1 to 100 characters');
    for (const [former, now] of Object.entries(formerValues)) {
      if (values.includes(former)) report('formerValues', former, 'is still one of the values');
      if (now === null && required)
        report('formerValues', { [former]: now }, 'cannot empty a required field');
      if (now !== null && !values.includes(now)) report('formerValues', now, 'is none of the values');
    }
  },
};
