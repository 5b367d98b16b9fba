import type { Fields } from '#contract/schema/entry.ts';
import type {
  Comparison,
  Equality,
  Field,
  Matching,
  Membership,
  NeverEmpty,
  Operator,
} from '#contract/schema/fields/field.ts';

type Flat<T> = { [K in keyof T]: T[K] };
type In<F> = F extends Field<infer I, unknown, Operator> ? I : never;
type Out<F> = F extends Field<infer _, infer O, Operator> ? O : never;
type Operators<F> = F extends { readonly types?: { readonly operators: infer Op extends Operator } }
  ? Op
  : never;

/** The names of the fields with these options. */
type With<F extends Fields, Options> = { [K in keyof F]: F[K] extends Options ? K : never }[keyof F];
type Required<F extends Fields> =
  | Exclude<With<F, { required: true }>, With<F, { when: object }>>
  | With<F, NeverEmpty>;
type Computed<F extends Fields> = With<F, { computed: unknown }>;
type ReadOnly<F extends Fields> = With<F, { readOnly: true }> | Computed<F>;
// The readers of a computed field depend on its source fields.
type Hidden<F extends Fields> = With<F, { readBy: readonly string[] }> | Computed<F>;
type Defaulted<F extends Fields> = With<F, { default: unknown }>;

/** A field with several values is never null: it is an empty array. */
type OutOf<F extends Fields, K extends keyof F> =
  K extends Required<F> ? Out<F[K]> : Out<F[K]> extends readonly unknown[] ? Out<F[K]> : Out<F[K]> | null;
type InOf<F extends Fields, K extends keyof F> = K extends Required<F> ? In<F[K]> : In<F[K]> | null;
type Writable<F extends Fields> = Exclude<keyof F, ReadOnly<F>>;
/** Fields that a new record must have. */
type Demanded<F extends Fields> = Exclude<Required<F> & Writable<F>, Defaulted<F>>;

/** A record as the API returns it. Datetimes are ISO 8601 in UTC. */
export type RecordOf<F extends Fields> = Flat<
  { readonly id: string } & { readonly [K in Exclude<keyof F, Hidden<F>>]: OutOf<F, K> } & {
    readonly [K in Hidden<F>]?: OutOf<F, K>;
  } & { readonly createdAt: string; readonly updatedAt: string }
>;

/**
 * A record with all of its fields, regardless of who may read them, for the server. Computed fields that have
 * no value are missing.
 */
export type WholeRecord<F extends Fields> = Flat<
  { readonly id: string } & { readonly [K in Exclude<keyof F, Computed<F>>]: OutOf<F, K> } & {
    readonly [K in Computed<F>]?: OutOf<F, K>;
  } & { readonly createdAt: string; readonly updatedAt: string }
>;

/** The same before a write, for its hooks: reading a computed field without a value throws an ApiError. */
export type RecordBefore<F extends Fields> = {
  readonly [K in keyof WholeRecord<F>]-?: Exclude<WholeRecord<F>[K], undefined>;
};

/** Values that the server writes, of any fields, including those that callers may not write. */
export type FieldValues<F extends Fields> = {
  readonly [K in Exclude<keyof F, Computed<F>>]?: InOf<F, K> | undefined;
};

/** The request body of a new record. */
export type Create<F extends Fields> = Flat<
  { -readonly [K in Demanded<F>]: InOf<F, K> } & {
    -readonly [K in Exclude<Writable<F>, Demanded<F>>]?: InOf<F, K> | undefined;
  }
>;

/** The request body of an update: the fields to change. */
export type Update<F extends Fields> = { -readonly [K in Writable<F>]?: InOf<F, K> | undefined };

type Suffix<Op> = Op extends 'eq' ? '' : Op extends string ? `_${Op}` : never;
type Plain<F> =
  Out<F> extends readonly unknown[]
    ? string
    : Out<F> extends string
      ? In<F>
      : Out<F> extends { id: string }
        ? string
        : Out<F> | In<F>;

/** The timestamps that every record has. */
interface OwnFields {
  readonly createdAt: Field<string, string, Equality | Comparison>;
  readonly updatedAt: Field<string, string, Equality | Comparison>;
}

/** The filters of a list: `genre=…` (repeated for one of several), `pages_gte=…`, `publisher_null=true`. */
export type Filters<F extends Fields> = FiltersOf<F> & FiltersOf<Pick<OwnFields, keyof OwnFields>>;

type FiltersOf<F extends Fields> = Flat<
  {
    [K in keyof F & string as `${K}${Suffix<Extract<Operators<F[K]>, Equality | Membership>>}`]?:
      | Plain<F[K]>
      | Plain<F[K]>[];
  } & {
    [K in keyof F & string as `${K}${Suffix<Extract<Operators<F[K]>, Comparison | Matching>>}`]?: Plain<F[K]>;
  } & { [K in keyof F & string as `${K}${Suffix<Extract<Operators<F[K]>, 'null'>>}`]?: boolean }
>;
