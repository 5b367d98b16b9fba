import type { ComputedRule } from './computed.ts';
import type { Entry, Fields } from './entry.ts';
import type { DefaultSource } from './fields/dynamic-default.ts';
import type { Column, FieldCondition, Operator } from './fields/field.ts';
import type { UploadRules } from './fields/upload.ts';
import type { KindName, KindOptions } from './kinds.ts';
import type { Action } from './rights.ts';
import type { Role, Roles } from './roles.ts';
import type { TemplatePart } from './template.ts';
import type { RulesByAction } from './where.ts';

/** The table with the values of a field that has no column of its own, one row per value. */
export interface JoinTable {
  readonly table: string;
  /** Whether the values have an order; otherwise they are sorted by label. */
  readonly isOrdered: boolean;
}

/** A field with all defaults filled in. Options of other kinds are undefined. */
export interface ResourceField extends KindOptions {
  readonly name: string;
  readonly kind: KindName;
  /** The fallback label if the locale files have none: `publishedAt` → "Published at". */
  readonly title: string;
  /** Must always have a value. */
  readonly required: boolean;
  /** When the field applies; undefined for always. */
  readonly when: FieldCondition | undefined;
  /** Must have a value where it applies. */
  readonly isRequiredWhen: boolean;
  readonly unique: boolean;
  /** How it is computed; undefined if it is written, and so has a column or a join table. */
  readonly computed: ComputedRule | undefined;
  /** Whether callers cannot write it, as for computed fields. */
  readonly readOnly: boolean;
  /** The static default of new records; undefined if there is none or a dynamic one. */
  readonly default: unknown;
  /** The source of a dynamic default. */
  readonly defaultFrom: DefaultSource | undefined;
  /** The fallback texts of the line below its input, and of what its value means. */
  readonly help: string | undefined;
  readonly description: string | undefined;
  readonly search: boolean;
  readonly filter: boolean;
  readonly sort: boolean;
  /** The roles that may read it, and `public` if callers without a session may. */
  readonly readBy: readonly Role[];
  /** The roles that may write it, unless it is read-only for all. */
  readonly writeBy: readonly Role[];
  /** Whether the row filter of the role fixes its value in new records; see `visibleTo`. */
  readonly isFixed: boolean;
  /** Whether some role may not read it. */
  readonly isHiddenFromSome: boolean;
  /** The fallback labels of its values. */
  readonly valueTitles: Readonly<Record<string, string>>;
  /** The former name. */
  readonly was: string | undefined;
  /** The filter operators of lists; empty if the field is not filterable. */
  readonly operators: readonly Operator[];
  /** The table that stores its values; undefined if they have a column in the resource's own table. */
  readonly join: JoinTable | undefined;
  /** The name of its database column, and the column's type; with a join table, those of one value. */
  readonly column: string;
  readonly type: Column;
  /** What may be uploaded, if its value is an uploaded file. */
  readonly upload: UploadRules | undefined;
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
  /** The fields of the rule that represent the rows of a tenant, which no message names. */
  readonly within: readonly string[];
  /** Whether texts are compared exactly instead of normalized. */
  readonly exact: boolean;
  /** Whether two nulls count as equal. */
  readonly nulls: 'same' | 'distinct';
  /** The records that the rule applies to; undefined for all. */
  readonly when: FieldCondition | undefined;
}

/** A form section, with the fallback label of its title; a resource without layout has one untitled. */
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

/** A resource as other code uses it: an entry with all defaults, frozen. `F` preserves its fields' types. */
export interface Resource<F extends Fields = Fields, N extends string = string, R extends Role = Role> {
  readonly name: N;
  /** The singular name; also the resource's name in the rights. */
  readonly singular: string;
  /** The fallback labels: "Books", "Book". */
  readonly title: string;
  readonly singularTitle: string;
  /** What its records are, unless the locale files say it. */
  readonly description: string | undefined;
  /** The name of its icon, if the entry has one. */
  readonly icon: string | undefined;
  readonly table: string;
  readonly group: string;
  readonly fields: { readonly [K in keyof F & string]: ResourceField };
  /** The fields that every record has besides its id. */
  readonly own: {
    readonly createdAt: ResourceField;
    readonly updatedAt: ResourceField;
    /** Only of a resource with an archive: when the record was archived. */
    readonly archivedAt?: ResourceField;
  };
  /** The label of a record: a field, a template of fields, or `id` as a fallback; and its parts. */
  readonly label: string;
  readonly labelParts: readonly TemplatePart[];
  /** The fields that the search box searches. */
  readonly search: readonly string[];
  readonly unique: readonly UniqueRule[];
  readonly sort: Order;
  readonly list: readonly string[];
  readonly layout: readonly FormSection[];
  /** The rights of every role and of `public`; ask `allows`. */
  readonly rights: Readonly<Record<Role, readonly Action[]>>;
  /** The rules of roles that are limited to some records; ask `rowFilter`. */
  readonly where: Readonly<Record<Role, RulesByAction | undefined>>;
  /** Returns a resource of the same config. */
  readonly resourceNamed: (name: string) => Resource | undefined;
  /** The roles of the config, the same ones for all its resources. */
  readonly roles: Roles<R>;
  readonly managedBy: 'app' | 'auth';
  /** Whether the dashboard shows it; undefined if the entry does not say. */
  readonly dashboard: boolean | undefined;
  /** Whether deleted records are archived first. */
  readonly archive: boolean;
  /** The former name. */
  readonly was: string | undefined;
  /** Never set: it carries the types of the entry's fields. */
  readonly types?: F;
}

/** All resources by name, for code without knowledge of a config. */
export type AllResources = Readonly<Record<string, Resource>>;

/** All resources, by name. */
export type Resources<C = { readonly [name: string]: Entry }, R extends Role = Role> = {
  readonly [N in keyof C & string]: Resource<
    C[N] extends { fields: infer F extends Fields } ? F : Fields,
    N,
    R
  >;
};
