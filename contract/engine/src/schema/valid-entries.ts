import type { Computing, UnknownIn, WrongComputed } from './computed.ts';
import type { Entry, Fields, UniqueEntry } from './entry.ts';
import type { ComparisonOption } from './fields/compared.ts';
import type { PUBLIC, Role } from './roles.ts';
import type { CheckedRows, RowRulesByRole } from './where.ts';

/** The type of what names an unknown resource: no value has it, and its name is the error message. */
interface UnknownResource<Known> {
  readonly 'is not one of the resources': Known;
}

/** The type of a key that no entry has. */
interface UnknownKey<Known> {
  readonly 'is not one of the keys of an entry': Known;
}

/** The type of what names an unknown role. */
interface UnknownRole<Known> {
  readonly 'is not one of the roles': Known;
}

/** The type of a `when` on something other than a select or a boolean of the entry. */
interface UnknownCondition<Known> {
  readonly 'is not one of the selects and booleans': Known;
}

/** The type of a `when` with a value that a field does not have. */
interface UnknownValue<Known> {
  readonly 'is not one of the values': Known;
}

/** The type of a constraint on something other than a field of the entry. */
interface ComparedWithUnknownField<Known> {
  readonly 'is not one of the fields': Known;
}

/** The values that a `when` may list of a field; never for a field that it cannot use. */
type Listed<F> = F extends { readonly values: readonly (infer V)[] }
  ? V
  : F extends { readonly kind: string; readonly types?: { readonly in: infer I } }
    ? boolean extends I
      ? boolean
      : never
    : never;

type NoCondition<F> = UnknownCondition<
  { [S in keyof F]: [Listed<F[S]>] extends [never] ? never : S }[keyof F]
>;

/** A mistake in a `when`: the name is no select or boolean of the entry, or the field lacks a value. */
type InvalidCondition<When, F> = {
  [K in keyof When]: K extends keyof F
    ? [Listed<F[K]>] extends [never]
      ? NoCondition<F>
      : When[K] extends readonly Listed<F[K]>[]
        ? never
        : UnknownValue<Listed<F[K]>>
    : NoCondition<F>;
}[keyof When];

/** A mistake in a list of roles; never without one, or if the list itself is already a reported mistake. */
type WrongRoles<Named, R> = unknown extends Named
  ? never
  : Named extends readonly R[]
    ? never
    : UnknownRole<R>;

/** A mistake in a constraint: an unknown field. Non-literal names come from widened types, not the config. */
type WrongComparison<With, Names> = string extends With
  ? never
  : [Exclude<With, Names | undefined>] extends [never]
    ? never
    : ComparedWithUnknownField<Names>;

/** A mistake of a field that depends on its entry and the others; never if there is none. */
type WrongField<Of, F, C, R, N> =
  | (Of extends { readonly to: infer To }
      ? // Not a name in quotes, which the builder has reported.
        string extends To
        ? never
        : To extends keyof C
          ? never
          : UnknownResource<keyof C>
      : never)
  | (Of extends { readonly computed: infer X } ? WrongComputed<X, F, C, N> : never)
  | (Of extends { readonly when: infer When } ? InvalidCondition<When, F> : never)
  | WrongComparison<Of[keyof Of & ComparisonOption], keyof F>
  | (Of extends { readonly readBy: infer Named } ? WrongRoles<Named, R> : never)
  | (Of extends { readonly writeBy: infer Named } ? WrongRoles<Named, R> : never);

/** The fields of an entry; an invalid field's type is its error message, so the error is at the field. */
type CheckedFields<F, C, R extends Role, N> = {
  readonly [K in keyof F]: [WrongField<F[K], F, C, R | typeof PUBLIC, N>] extends [never]
    ? F[K] & Computing<F, C>[K]
    : WrongField<F[K], F, C, R | typeof PUBLIC, N>;
};

/** A label may name only fields, alone or each in braces. */
type LabelOf<E, Names extends string> = E extends { readonly label: infer L extends string }
  ? [L] extends [Names]
    ? L
    : L extends `${string}{${string}}${string}`
      ? [UnknownIn<L, Names>] extends [never]
        ? L
        : Names | `{${Names}}`
      : Names | `{${Names}}`
  : string;

/** The `when` of a unique rule; an invalid name or value is an error at its own key. */
type CheckedWhen<When, F> = {
  readonly [K in keyof When]: K extends keyof F
    ? [Listed<F[K]>] extends [never]
      ? NoCondition<F>
      : readonly Listed<F[K]>[]
    : NoCondition<F>;
};

/** The unique rules of an entry, each `when` checked against its fields. */
type UniqueOf<E, F> = E extends { readonly unique: infer U extends readonly { readonly when?: unknown }[] }
  ? {
      readonly [I in keyof U]: UniqueEntry<
        keyof F & string,
        U[I] extends { readonly when: infer When } ? CheckedWhen<When, F> : undefined
      >;
    }
  : readonly UniqueEntry<keyof F & string>[];

type CheckedEntry<E, F extends Fields, C, R extends Role, N> = Entry<
  F,
  R,
  CheckedFields<F, C, R, N>,
  E extends { readonly where: infer W } ? CheckedRows<W, F, C, R> : RowRulesByRole<R>,
  LabelOf<E, keyof F & string>,
  UniqueOf<E, F>
> &
  ([Exclude<keyof E, keyof Entry>] extends [never]
    ? unknown
    : {
        readonly [K in Exclude<keyof E, keyof Entry>]: UnknownKey<
          { [Key in keyof Entry]-?: Key }[keyof Entry]
        >;
      });

type CheckedEntries<C, R extends Role> = {
  readonly [N in keyof C]: C[N] extends { readonly fields: infer F extends Fields }
    ? CheckedEntry<C[N], F, C, R, N>
    : Entry;
};

/**
 * The entries, each checked against its own fields and those of all resources: a rule over an unknown field,
 * a reference to an unknown resource, or an unknown key is an error at its own key. Entries are inferred from
 * the first branch, which is never taken, and compared with the second one alone: an intersection of both
 * would report errors far from their keys, and their values as `never`.
 */
export type Valid<C, R extends Role, U = Fields> = [C] extends [never]
  ? C & { readonly users: { readonly fields: U } }
  : string extends keyof C
    ? C
    : CheckedEntries<C, R>;
