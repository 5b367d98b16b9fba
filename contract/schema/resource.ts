import type { Entry, Fields } from './entry.ts';
import type { Column, Operator } from './fields/field.ts';
import type { KindName } from './fields/index.ts';
import type { OnDelete } from './fields/reference.ts';
import type { LabelPart } from './label.ts';
import type { Action, Role } from './rights.ts';

/** A field with every default filled in. Options that only some kinds know are undefined on the others. */
export interface ResourceField {
  readonly name: string;
  readonly kind: KindName;
  /** The name made readable, for where no locale file has a label: `publishedAt` → "Published at". */
  readonly title: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  readonly default: unknown;
  readonly help: string | undefined;
  readonly search: boolean;
  readonly filter: boolean;
  readonly sort: boolean;
  readonly readBy: readonly Role[];
  /** What it was called before. */
  readonly was: string | undefined;
  /** The operators a list takes for it; none when it is no filter. */
  readonly operators: readonly Operator[];
  /** Its column's name in the database, and the column itself. */
  readonly column: string;
  readonly type: Column;
  /** The column of its normalized text, where search, order and equality go by that. */
  readonly searchColumn: string | undefined;
  /** Whether its texts are compared without case, accents and Arabic letter forms. */
  readonly isFolded: boolean;
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly pattern?: RegExp | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  readonly values?: readonly string[] | undefined;
  readonly formerValues?: Readonly<Record<string, string | null>> | undefined;
  readonly to?: string | undefined;
  readonly onDelete?: OnDelete | undefined;
}

/** A rule over one or several fields, with the name of its constraint or index in the database. */
export interface UniqueRule {
  readonly name: string;
  readonly fields: readonly string[];
  readonly reportOn: string;
  /** Whether texts are compared letter by letter, rather than folded. */
  readonly exact: boolean;
  /** Whether two empty values count as the same. */
  readonly nulls: 'same' | 'distinct';
}

/** The order of a list. */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * What everything downstream reads of a resource: an entry with every default filled in, frozen.
 * The parameter keeps the types of the entry's fields.
 */
export interface Resource<F extends Fields = Fields, N extends string = string> {
  readonly name: N;
  /** The name of one record; also the resource's name in the rights. */
  readonly singular: string;
  /** The names made readable: "Books", "Book". */
  readonly title: string;
  readonly singularTitle: string;
  readonly table: string;
  readonly group: string;
  readonly fields: { readonly [K in keyof F & string]: ResourceField };
  /** The fields that every record has besides its id. */
  readonly own: { readonly createdAt: ResourceField; readonly updatedAt: ResourceField };
  /** What stands for a record: a field, a template of fields, or `id` where there is nothing else; and its parts. */
  readonly label: string;
  readonly labelParts: readonly LabelPart[];
  /** The fields that the search box looks into. */
  readonly search: readonly string[];
  readonly unique: readonly UniqueRule[];
  readonly sort: Order;
  readonly list: readonly string[];
  readonly rights: { readonly [R in Role]: readonly Action[] };
  readonly managedBy: 'app' | 'auth';
  /** What it was called before. */
  readonly was: string | undefined;
  /** Never set: it carries the types of the entry's fields. */
  readonly types?: F;
}

/** All resources, by name. */
export type Resources<C = { readonly [name: string]: Entry }> = {
  readonly [N in keyof C & string]: Resource<C[N] extends { fields: infer F extends Fields } ? F : Fields, N>;
};
