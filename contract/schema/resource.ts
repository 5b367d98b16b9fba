import type { Entry, Fields } from './entry.ts';
import type { Column, Condition, Operator } from './fields/field.ts';
import type { KindName, KindOptions } from './fields/kinds.ts';
import type { LabelPart } from './label.ts';
import type { Action, Role } from './rights.ts';

/** A field with all defaults filled in. Options of other kinds are undefined. */
export interface ResourceField extends KindOptions {
  readonly name: string;
  readonly kind: KindName;
  /** The fallback label if the locale files have none: `publishedAt` → "Published at". */
  readonly title: string;
  /** Must always have a value. */
  readonly required: boolean;
  /** When the field applies; undefined for always. */
  readonly when: Condition | undefined;
  /** Must have a value where it applies. */
  readonly isRequiredWhen: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  readonly default: unknown;
  readonly help: string | undefined;
  readonly search: boolean;
  readonly filter: boolean;
  readonly sort: boolean;
  readonly readBy: readonly Role[];
  /** The former name. */
  readonly was: string | undefined;
  /** The filter operators of lists; empty if the field is no filter. */
  readonly operators: readonly Operator[];
  /** The name of its database column, and the column's type. */
  readonly column: string;
  readonly type: Column;
  /** The column with its normalized text, if search, sorting and equality use it. */
  readonly searchColumn: string | undefined;
  /** Whether its texts are compared ignoring case, accents and Arabic letter forms. */
  readonly isFolded: boolean;
}

/** A unique rule over one or several fields, with the name of its database constraint or index. */
export interface UniqueRule {
  readonly name: string;
  readonly fields: readonly string[];
  readonly reportOn: string;
  /** Whether texts are compared exactly instead of normalized. */
  readonly exact: boolean;
  /** Whether two nulls count as equal. */
  readonly nulls: 'same' | 'distinct';
}

/** A section of a form, with the fallback label of its title; the only one of a resource without a layout has none. */
export interface FormSection {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly string[];
  readonly columns: 1 | 2;
}

/** The order of a list. */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * A resource as used by all other code: an entry with all defaults filled in, frozen.
 * The type parameter keeps the types of the entry's fields.
 */
export interface Resource<F extends Fields = Fields, N extends string = string> {
  readonly name: N;
  /** The singular name; also the resource's name in the rights. */
  readonly singular: string;
  /** The fallback labels: "Books", "Book". */
  readonly title: string;
  readonly singularTitle: string;
  readonly table: string;
  readonly group: string;
  readonly fields: { readonly [K in keyof F & string]: ResourceField };
  /** The fields that every record has besides its id. */
  readonly own: { readonly createdAt: ResourceField; readonly updatedAt: ResourceField };
  /** The label of a record: a field, a template of fields, or `id` as a fallback; and its parts. */
  readonly label: string;
  readonly labelParts: readonly LabelPart[];
  /** The fields that the search box searches. */
  readonly search: readonly string[];
  readonly unique: readonly UniqueRule[];
  readonly sort: Order;
  readonly list: readonly string[];
  readonly layout: readonly FormSection[];
  readonly rights: { readonly [R in Role]: readonly Action[] };
  readonly managedBy: 'app' | 'auth';
  /** Whether it stands on the dashboard; undefined if the entry leaves it open. */
  readonly dashboard: boolean | undefined;
  /** The former name. */
  readonly was: string | undefined;
  /** Never set: it carries the types of the entry's fields. */
  readonly types?: F;
}

/** All resources, by name. */
export type Resources<C = { readonly [name: string]: Entry }> = {
  readonly [N in keyof C & string]: Resource<C[N] extends { fields: infer F extends Fields } ? F : Fields, N>;
};
