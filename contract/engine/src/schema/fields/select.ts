import {
  type Built,
  type CommonOptions,
  type Equality,
  type Exactly,
  field,
  type Kind,
  type Stated,
} from './field.ts';

/** The options of a select field. */
export interface SelectOptions<V extends string = string> extends CommonOptions {
  /**
   * The default value of new records.
   * @example select(['draft', 'live'], { default: 'draft' })
   */
  readonly default?: V;
  /**
   * The labels of its values in English; the humanized values by default. A locale file overrides them.
   * @example select(['draft', 'live'], { titles: { draft: 'Not yet sent' } })
   */
  readonly titles?: { readonly [K in V]?: string };
  /**
   * The most common value: lists show it quietly and mark the others.
   * @example select(['user', 'admin'], { usual: 'user' })
   */
  readonly usual?: V;
  /**
   * Former values, each with its replacement in existing records by the next migration: a value or null.
   * @example select(['new', 'used'], { formerValues: { worn: 'used', lost: null } })
   */
  readonly formerValues?: Readonly<Record<string, V | null>>;
}

interface Values<V extends string = string> {
  readonly values: readonly V[];
}

/** The labels name only values of the field; the type error appears at the unknown one. */
type Labelled<O, V extends string> = O extends { readonly titles: infer T }
  ? { readonly titles: { readonly [K in Exclude<keyof T, V>]: { readonly 'is not one of the values': V } } }
  : unknown;

/** Column type varchar with a check constraint, so that no value can be removed while rows have it. */
const kind: Kind<SelectOptions & Values> = {
  name: 'select',
  options: { values: [], titles: undefined, default: undefined, usual: undefined, formerValues: undefined },
  operators: ['eq', 'ne'],
  column: () => ({ type: 'string', sql: 'varchar(100)' }),
  schema: (z, { values }) => z.enum(values as readonly [string, ...string[]]),
  check: ({ values, default: first, usual, titles = {}, formerValues = {}, required }, report) => {
    if (!Array.isArray(values) || values.some((value) => typeof value !== 'string')) {
      report('values', values, 'must be a list of texts');
      return;
    }
    if (typeof formerValues !== 'object' || formerValues === null || Array.isArray(formerValues)) {
      report(
        'formerValues',
        formerValues,
        'must name the replacement of each former value: { worn: "used" }',
      );
      return;
    }
    if (typeof titles !== 'object' || titles === null) {
      report('titles', titles, 'must name the label of each value: { draft: "Not yet sent" }');
      return;
    }
    for (const value of Object.keys(titles))
      if (!values.includes(value)) report('titles', value, 'is none of the values');
    if (values.length === 0) report('values', values, 'must name at least one value');
    if (new Set(values).size < values.length) report('values', values, 'must not repeat a value');
    const long = values.find((value) => value.length > 100 || value === '');
    if (long !== undefined) report('values', long, 'must be from 1 to 100 characters');
    if (first !== undefined && !values.includes(first)) report('default', first, 'is none of the values');
    if (usual !== undefined && !values.includes(usual)) report('usual', usual, 'is none of the values');
    for (const [former, now] of Object.entries(formerValues)) {
      if (values.includes(former)) report('formerValues', former, 'is still one of the values');
      if (now === null && required)
        report('formerValues', { [former]: now }, 'cannot empty a required field');
      if (now !== null && !values.includes(now)) report('formerValues', now, 'is none of the values');
    }
  },
  samples: {
    options: { values: ['new', 'worn'] },
    valid: ({ values }, number) => values[number % values.length],
    invalid: () => [['no such value', 'errors.invalidOption']],
  },
};

/** One of a few fixed values, in display order. */
export const select = Object.assign(
  <
    const V extends readonly [string, ...string[]],
    const O extends Stated<SelectOptions<V[number]>> = Record<never, never>,
  >(
    values: V,
    options?: Exactly<O, SelectOptions<V[number]>> & Labelled<O, V[number]>,
  ) => field<Built<O, V[number], V[number], Equality> & { readonly values: V }>(kind, { ...options, values }),
  { kind },
);
