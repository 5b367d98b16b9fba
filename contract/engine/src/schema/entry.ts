import type { icons } from 'lucide-react';
import type { Field, FieldCondition } from './fields/field.ts';
import type { Action } from './rights.ts';
import type { PUBLIC, Role } from './roles.ts';
import type { RowContextWith, RowRule, RowRulesByRole } from './where.ts';

/** The name of an icon as lucide-react exports it. */
export type IconName = keyof typeof icons;

/** The fields of an entry, in the order in which pages show them. */
export type Fields = { readonly [name: string]: Field };

/** A rule over several fields: no two records share all of their values. */
export interface UniqueEntry<Name extends string = string, When = FieldCondition> {
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
   * Compares only the records of one tenant: `rows` adds the fields with which `where` limits roles to rows.
   * Otherwise an already used value would reveal records that users may not read.
   * @example within: 'rows'
   */
  readonly within?: 'rows';
  /**
   * Compares texts exactly; by default like filters: ignoring case, accents and Arabic letter forms.
   * @default false
   */
  readonly exact?: boolean;
  /**
   * Whether two nulls are equal; `distinct` lets any number of records have none.
   * @default 'distinct'
   * @example nulls: 'same'
   */
  readonly nulls?: 'same' | 'distinct';
  /**
   * The records that the rule applies to: each named select or boolean has one of its listed values. Other
   * records may share their values.
   * @example when: { state: ['open', 'lent'] }
   */
  readonly when?: When;
}

/** A section of a resource's form. */
export interface LayoutSection<Name extends string = string> {
  /**
   * Its name, a key of the locale files: `resources.books.sections.contents`; humanized, the fallback label.
   * @example name: 'contents'
   */
  readonly name: string;
  /**
   * Its title in English; the humanized name by default. A locale file overrides it.
   * @example title: 'The book'
   */
  readonly title?: string;
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
export interface Entry<
  F extends Fields = Fields,
  R extends Role = Role,
  Checked = F,
  Rows = RowRulesByRole<R>,
  Label = string,
  Unique = readonly UniqueEntry<keyof F & string>[],
> {
  /**
   * The fields, in the order in which pages show them.
   * @example fields: { title: text({ required: true }) }
   */
  readonly fields: Checked;
  /**
   * The allowed actions per role, and for `public`: callers without a session. A role left out has none.
   * @example rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] }
   */
  readonly rights: { readonly [K in R | typeof PUBLIC]?: readonly Action[] };
  /**
   * The row filters that limit a role to certain records, in all or some actions; others do not exist for it.
   * @example where: { user: ({ user }) => ({ borrower: user.id }) }
   */
  readonly where?: Rows;
  /**
   * Its label in English; the humanized name by default. `manager.resources.<resource>.label` in a locale
   * file overrides it.
   * @example title: 'Print orders'
   */
  readonly title?: string;
  /**
   * The label of one record in English; `manager.resources.<resource>.singular` in a locale file wins.
   * @example singularTitle: 'Print order'
   */
  readonly singularTitle?: string;
  /**
   * What the records are, in English: above the list, in forms of new records, and in the OpenAPI document.
   * `manager.resources.<resource>.description` in a locale file overrides it.
   * @example description: 'What customers want to have printed.'
   */
  readonly description?: string;
  /**
   * Its icon in the menu: a component name from https://lucide.dev/icons.
   * @example icon: 'BookOpen'
   */
  readonly icon?: IconName;
  /**
   * The menu section of the resource.
   * @default 'application'
   * @example group: 'configuration'
   */
  readonly group?: string;
  /**
   * The singular name, also the name in the rights: `book` for `books`. Derived from the name by default.
   * @example singular: 'person'
   */
  readonly singular?: string;
  /**
   * The label of a record in titles, references and confirmations: a field, or a template. By default its
   * name, its title or its first text. A `date` or `datetime` appears as in JSON, in UTC and the same in all
   * languages.
   * @example label: '{book} – {borrower}'
   */
  readonly label?: Label;
  /**
   * Unique rules over several fields. For a single field use its `unique` option.
   * @example unique: [{ fields: ['title', 'author'], reportOn: 'title' }]
   */
  readonly unique?: Unique;
  /**
   * The default sort of lists; a leading minus means descending. By default the label, or else newest first.
   * @example sort: '-publishedAt'
   */
  readonly sort?: (keyof F & string) | `-${keyof F & string}` | 'createdAt' | '-createdAt';
  /**
   * The columns of the list; defaults to every field except long texts.
   * @example list: ['title', 'author']
   */
  readonly list?: readonly (keyof F & string)[];
  /**
   * The sections of the form, which name every writable field; by default one section without a title.
   * @example layout: [{ name: 'contents', fields: ['title', 'genre'], columns: 2 }]
   */
  readonly layout?: readonly LayoutSection<keyof F & string>[];
  /**
   * Whether the dashboard shows the resource. If no entry sets true, the dashboard shows the first six
   * resources that the user may read, except those with false.
   */
  readonly dashboard?: boolean;
  /**
   * Whether deleting a record only archives it: the record is hidden everywhere except in the archive, from
   * where it can be restored or deleted permanently.
   * @default false
   */
  readonly archive?: boolean;
  /**
   * The former name of the resource: the next migration then renames its table and keeps its records.
   * @example was: 'volumes'
   */
  readonly was?: string;
  /**
   * Set to `auth` for `users`, whose table better-auth owns. Other fields have columns of the product.
   * @example managedBy: 'auth'
   */
  readonly managedBy?: 'auth';
}

/** The entries of resources.config.ts, by resource. */
export type Entries = { readonly [name: string]: Entry };

/**
 * The inferred type of entries, where `users` has these fields, which row filters may use. Also accepts a
 * function as a label and as the rows of all roles, so that its parameters have types: `Valid` rejects both,
 * with one error each.
 */
export type EntriesWith<U> = {
  readonly [name: string]: Entry<
    Fields,
    Role,
    Fields,
    RowRulesByRole<Role, RowContextWith<U>> | RowRule<RowContextWith<U>>,
    string | ((record: Readonly<Record<string, unknown>>) => unknown)
  >;
};
