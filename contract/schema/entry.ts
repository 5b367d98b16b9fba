import type { Field } from './fields/field.ts';
import type { Action, Role } from './rights.ts';

/** The fields of an entry, in the order in which pages show them. */
export type Fields = { readonly [name: string]: Field };

/** A rule over several fields: no two records share all of their values. */
export interface UniqueEntry<Name extends string = string> {
  readonly fields: readonly Name[];
  /** The field under which the error is shown; the first one when left out. */
  readonly reportOn?: Name;
  /** Compares texts letter by letter; without it, as filters do: without case, accents and Arabic letter forms. */
  readonly exact?: boolean;
  /** Whether two empty values count as the same; `distinct` when left out: any number of records may lack one. */
  readonly nulls?: 'same' | 'distinct';
}

/**
 * What a developer writes of a resource. Short: every key but `fields` and `rights` may be left out.
 * `defineResources` turns it into a Resource, in which every default is filled in.
 */
export interface Entry<F extends Fields = Fields> {
  readonly fields: F;
  /** Who may do what; a role that is left out may do nothing. */
  readonly rights: { readonly [R in Role]?: readonly Action[] };
  /** The heading of the menu under which the resource stands; `application` when left out. */
  readonly group?: string;
  /** The name of one record, which is also the name in the rights: `book` of `books`. */
  readonly singular?: string;
  /** What stands for a record in titles, references and confirmations: a field, or a template: `{book} – {borrower}`. */
  readonly label?: (keyof F & string) | `${string}{${keyof F & string}}${string}`;
  /** Fields that together are unique. One alone is unique by its own option. */
  readonly unique?: readonly UniqueEntry<keyof F & string>[];
  /** The order of a list that asks for none; a minus in front turns it round: `-publishedAt`. */
  readonly sort?: (keyof F & string) | `-${keyof F & string}` | 'createdAt' | '-createdAt';
  /** The columns of the list; every field but long texts when left out. */
  readonly list?: readonly (keyof F & string)[];
  /** What the resource was called before: the next migration then renames its table, and its records stay. */
  readonly was?: string;
  /** Who keeps the table: `auth` is better-auth, which then owns its columns. */
  readonly managedBy?: 'auth';
}

/** The entries of resources.config.ts, by resource. */
export type Entries = { readonly [name: string]: Entry };

/** A reference must point to one of the resources; the error stands at the reference itself. */
type Pointing<F, Names> = {
  [K in keyof F]: F[K] extends { readonly to: infer To }
    ? To extends Names
      ? F[K]
      : { readonly to: Names }
    : F[K];
};

/** The names in braces that are no fields. */
type UnknownIn<L, Names> = L extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends Names
    ? UnknownIn<Rest, Names>
    : Name
  : never;

/** A label may name only fields, alone or each in braces; the error stands at the label itself. */
type Labelled<E, Names extends string> = E extends { readonly label: infer L }
  ? { readonly label: L extends Names ? L : [UnknownIn<L, Names>] extends [never] ? L : Names | `{${Names}}` }
  : unknown;

/**
 * The entries, each held against its own fields and the names of all: a rule over an unknown field, a reference
 * to an unknown resource, or an unknown key does not compile.
 */
export type Valid<C> = {
  [N in keyof C]: C[N] extends { fields: infer F extends Fields }
    ? Entry<F> & { readonly fields: Pointing<F, keyof C> } & Labelled<C[N], keyof F & string> & {
          readonly [K in Exclude<keyof C[N], keyof Entry>]: never;
        }
    : Entry;
};
