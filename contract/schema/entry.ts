import type { Field } from './fields/field.ts';
import type { Action } from './rights.ts';
import type { DefaultRole, PUBLIC, Role } from './roles.ts';
import type { RowRulesByRole, RowsOn } from './where.ts';

/** The fields of an entry, in the order in which pages show them. */
export type Fields = { readonly [name: string]: Field };

/** A rule over several fields: no two records share all of their values. */
export interface UniqueEntry<Name extends string = string> {
  /**
   * The fields whose values together are unique.
   * @example fields: ['title', 'author']
   */
  readonly fields: readonly Name[];
  /**
   * The field at which the error is shown; defaults to the first one.
   * @example reportOn: 'title'
   */
  readonly reportOn?: Name;
  /**
   * Compares texts exactly; by default like filters: ignoring case, accents and Arabic letter forms.
   * @default false
   */
  readonly exact?: boolean;
  /**
   * Whether two nulls count as equal; `distinct` lets any number of records have none.
   * @default 'distinct'
   * @example nulls: 'same'
   */
  readonly nulls?: 'same' | 'distinct';
}

/** A section of a resource's form. */
export interface LayoutSection<Name extends string = string> {
  /**
   * Its name, a key of the locale files: `resources.books.sections.contents`; otherwise made readable.
   * @example name: 'contents'
   */
  readonly name: string;
  /**
   * Its fields, in the order of the form.
   * @example fields: ['title', 'genre']
   */
  readonly fields: readonly Name[];
  /**
   * The columns on wide screens.
   * @default 1
   * @example columns: 2
   */
  readonly columns?: 1 | 2;
}

/**
 * The definition of a resource in resources.config.ts. Every key except `fields` and `rights` is optional.
 * `defineResources` converts it to a Resource with all defaults filled in.
 */
export interface Entry<F extends Fields = Fields, R extends Role = Role> {
  /**
   * The fields, in the order in which pages show them.
   * @example fields: { title: text({ required: true }) }
   */
  readonly fields: F;
  /**
   * The allowed actions per role, and for `public`: callers who are not signed in. A role that is left out has none.
   * @example rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] }
   */
  readonly rights: { readonly [K in R | typeof PUBLIC]?: readonly Action[] };
  /**
   * The records that a role is limited to, in every action or in some; others do not exist for it.
   * @example where: { user: ({ user }) => ({ borrower: user.id }) }
   */
  readonly where?: RowRulesByRole<R>;
  /**
   * The menu section of the resource.
   * @default 'application'
   * @example group: 'configuration'
   */
  readonly group?: string;
  /**
   * The singular name, which is also the name in the rights: `book` for `books`. Made from the name unless it is stated.
   * @example singular: 'person'
   */
  readonly singular?: string;
  /**
   * The label of a record in titles, references and confirmations: a field, or a template. By default its name, its title
   * or its first text.
   * @example label: '{book} – {borrower}'
   */
  readonly label?: (keyof F & string) | `${string}{${keyof F & string}}${string}`;
  /**
   * Unique rules over several fields. For a single field use its `unique` option.
   * @example unique: [{ fields: ['title', 'author'], reportOn: 'title' }]
   */
  readonly unique?: readonly UniqueEntry<keyof F & string>[];
  /**
   * The default sort of lists; a leading minus means descending. By default the label, or the newest first.
   * @example sort: '-publishedAt'
   */
  readonly sort?: (keyof F & string) | `-${keyof F & string}` | 'createdAt' | '-createdAt';
  /**
   * The columns of the list; defaults to every field except long texts.
   * @example list: ['title', 'author']
   */
  readonly list?: readonly (keyof F & string)[];
  /**
   * The sections of the form, which name every field that can be written; defaults to one without a title.
   * @example layout: [{ name: 'contents', fields: ['title', 'genre'], columns: 2 }]
   */
  readonly layout?: readonly LayoutSection<keyof F & string>[];
  /**
   * Whether the resource stands on the dashboard. Without an entry that says true, the first six that the user may read
   * do, except those that say false.
   */
  readonly dashboard?: boolean;
  /**
   * Whether deleting a record only archives it: it is hidden everywhere but in the archive, from where it can be restored
   * or deleted for good.
   * @default false
   */
  readonly archive?: boolean;
  /**
   * The former name of the resource: the next migration then renames its table and keeps its records.
   * @example was: 'volumes'
   */
  readonly was?: string;
  /**
   * Set to `auth` if better-auth owns the table and its columns, as it does with `users`.
   * @example managedBy: 'auth'
   */
  readonly managedBy?: 'auth';
}

/** The entries of resources.config.ts, by resource. */
export type Entries = { readonly [name: string]: Entry };

/** A reference must point to one of the resources; the type error appears at the reference itself. */
type Pointing<F, Names> = {
  [K in keyof F]: F[K] extends { readonly to: infer To }
    ? To extends Names
      ? F[K]
      : { readonly to: Names }
    : F[K];
};

type ValueOf<S> = S extends { readonly values: readonly (infer V)[] } ? V : boolean;

/** A condition may name only fields of its entry and their values; the type error appears at the condition itself. */
type Conditional<F> = {
  readonly [K in keyof F]: F[K] extends { readonly when: infer W }
    ? {
        readonly when: {
          readonly [N in keyof W]: N extends keyof F
            ? F[N] extends { readonly kind: string }
              ? readonly ValueOf<F[N]>[]
              : never
            : never;
        };
      }
    : unknown;
};

/** The rights name only roles of the config; the type error appears at the unknown role, and names the known ones. */
type Entitled<E, R extends Role> = E extends { readonly rights: infer Rights }
  ? {
      readonly rights: {
        readonly [K in Exclude<keyof Rights, R | typeof PUBLIC>]: UnknownRole<R | typeof PUBLIC>;
      };
    }
  : unknown;

/** The type of the rights of an unknown role: nothing has it, and its name says what is wrong. */
interface UnknownRole<Known extends Role> {
  readonly 'is not one of the roles': Known;
}

type Where<E, F, C, R extends Role> = E extends { readonly where: infer W }
  ? { readonly where: RowsOn<W, F, C, R> }
  : unknown;

/** The roles of a field are roles of the config; the type error appears at the field. */
type Readable<F, R extends Role> = {
  readonly [K in keyof F]: RolesIn<F[K], 'readBy', R> & RolesIn<F[K], 'writeBy', R>;
};

type RolesIn<F, O extends string, R extends Role> = F extends { readonly [K in O]: infer L }
  ? L extends readonly (R | typeof PUBLIC)[]
    ? unknown
    : { readonly [K in O]: readonly (R | typeof PUBLIC)[] }
  : unknown;

/** The names in braces that are not fields. */
type UnknownIn<L, Names> = L extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends Names
    ? UnknownIn<Rest, Names>
    : Name
  : never;

/** A label may name only fields, alone or each in braces; the type error appears at the label itself. */
type Labelled<E, Names extends string> = E extends { readonly label: infer L }
  ? { readonly label: L extends Names ? L : [UnknownIn<L, Names>] extends [never] ? L : Names | `{${Names}}` }
  : unknown;

/**
 * The entries, each checked against its own fields and the names of all resources: a rule over an unknown field, a
 * reference to an unknown resource, or an unknown key does not compile.
 */
export type Valid<C, R extends Role = DefaultRole> = string extends keyof C ? C : ValidEntries<C, R>;

type ValidEntries<C, R extends Role> = {
  [N in keyof C]: C[N] extends { fields: infer F extends Fields }
    ? Entry<F, R> & {
        readonly fields: Pointing<F, keyof C> & Conditional<F> & Readable<F, R>;
      } & Entitled<C[N], R> &
        Where<C[N], F, C, R> &
        Labelled<C[N], keyof F & string> & {
          readonly [K in Exclude<keyof C[N], keyof Entry>]: never;
        }
    : Entry;
};
