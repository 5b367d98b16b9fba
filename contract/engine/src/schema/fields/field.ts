import type { z } from 'zod';
import type { Computed } from './computed.ts';
import type { DefaultSource } from './dynamic-default.ts';
import type { UploadRules } from './upload.ts';

/**
 * The part of zod that field schemas may use. Kinds receive it as a parameter, so that entries stay plain
 * data and the forms of the manager load no more of zod than this.
 */
export type Zod = Pick<
  typeof z,
  | ('any' | 'array' | 'boolean' | 'custom' | 'email' | 'enum' | 'int' | 'iso' | 'literal' | 'NEVER' | 'null')
  | ('number' | 'object' | 'preprocess' | 'string' | 'strictObject' | 'union' | 'unknown' | 'url' | 'uuid')
  | 'ZodString'
>;

/** The operators of equality: `field=`, `field_ne=`. Repeated, they match any, or none, of several values. */
export type Equality = 'eq' | 'ne';

/** The operators of values that have an order: `field_gt=`, `field_gte=`, `field_lt=`, `field_lte=`. */
export type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

/** The operators of part of a text: `field_like=` (anywhere in it), `field_startsWith=`. */
export type Matching = 'like' | 'startsWith';

/** The operator of a field with several values: `field_all=`, repeated, finds records that have all. */
export type Membership = 'all';

/** A field's filter operators; `field_null=true` finds records without a value, `false` those with one. */
export type Operator = Equality | Comparison | Matching | Membership | 'null';

/** Per field, the values of which it must have one. */
export type FieldCondition = Readonly<Record<string, readonly (string | boolean)[]>>;

/** The options of every field, regardless of its kind. */
export interface CommonOptions {
  /**
   * Must have a value; optional fields are null when empty.
   * @default false
   */
  readonly required?: boolean;
  /**
   * No two records may share a value. Texts are compared as in filters, ignoring case, accents and Arabic
   * letter forms; `exact` compares them exactly.
   * @default false
   * @example email({ unique: true })
   */
  readonly unique?: boolean | 'exact';
  /**
   * Visible, but not writable through the API.
   * @default false
   */
  readonly readOnly?: boolean;
  /**
   * Its label in English; the humanized name by default. `manager.resources.<resource>.fields.<field>` in a
   * locale file overrides it.
   * @example date({ title: 'Due on' })
   */
  readonly title?: string;
  /**
   * A line below the input, in English; `manager.resources.<resource>.help.<field>` in a locale file wins.
   * @example text({ help: 'As written above the door.' })
   */
  readonly help?: string;
  /**
   * What the value means, in English: for the OpenAPI document, and for people where there is no `help`.
   * `manager.resources.<resource>.descriptions.<field>` in a locale file overrides it.
   * @example integer({ description: 'How many copies are lent.' })
   */
  readonly description?: string;
  /**
   * Whether lists can be filtered by the field, which gives it an index. The default is true except for
   * `text` and `longText`, which need `search`.
   * @example text({ filter: true })
   */
  readonly filter?: boolean;
  /**
   * Whether lists can be sorted by the field, which gives it an index. Has the default of `filter`; long
   * texts, files and fields with several values have no order.
   * @example integer({ sort: false })
   */
  readonly sort?: boolean;
  /**
   * Computes the field, which is then never written: with a PostgreSQL expression over fields of the same
   * record, each in braces; from the records that refer to this one (`{ count: 'loans', through: 'book' }`);
   * or with a function (`{ from: ['title'], value }`). Without `readBy`, the roles that may read all of its
   * sources may read it.
   * @example decimal({ computed: '{price} * {quantity}' })
   */
  readonly computed?: Computed;
  /**
   * The former name of the field: the next migration then renames its column and keeps its values.
   * @example text({ was: 'heading' })
   */
  readonly was?: string;
  /**
   * The field applies only while other fields of the record have one of these values. Only then is it shown,
   * and only then does `required` count; otherwise it is null. The other fields are selects or booleans.
   * @example text({ required: true, when: { kind: ['novel', 'essay'] } })
   */
  readonly when?: FieldCondition;
  /**
   * The roles (or `public`) that may read the field; for others it does not exist. Defaults to everybody.
   * @example decimal({ readBy: ['admin'] })
   */
  readonly readBy?: readonly string[];
  /**
   * The roles (or `public`) that may write the field; for others it is read-only. Defaults to those that may
   * read it.
   * @example integer({ writeBy: ['admin'] })
   */
  readonly writeBy?: readonly string[];
}

/** A field of an entry: plain data, with the types of its input and output. */
export interface Field<In = unknown, Out = unknown, Op extends Operator = Operator> {
  readonly kind: string;
  /**
   * Never set: it carries the types of the JSON values and of the filters. A kind whose values have another
   * type in the EntityManager than in JSON adds that type as `stored`.
   */
  readonly types?: { readonly in: In; readonly out: Out; readonly operators: Op };
}

/** A field with the options it was built with, so that types can depend on `required: true`. */
export type Built<O extends object, In, Out, Op extends Operator> = Field<In, Out, Narrowed<O, Op>> &
  Readonly<O>;

type Narrowed<O, Op> = O extends { filter: false } | { computed: { value: unknown } }
  ? never
  : [Op] extends [never]
    ? O extends { required: true; when?: never } | NeverEmpty
      ? never
      : 'null'
    : Op | (O extends { required: true; when?: never } | NeverEmpty ? never : 'null');

/** A computed field that always has a value. */
export type NeverEmpty = { readonly computed: { readonly count: unknown } | { readonly sum: unknown } };

/** The type of an option that a kind does not have: no value has it, and its name is the error message. */
interface UnknownOption<Known> {
  readonly 'is not one of the options': Known;
}

/** The inferred type of a builder's options, including unknown ones, which `Exactly` then names. */
export type Stated<Allowed> = Allowed & { readonly [option: string]: unknown };

/** Options with only the allowed names; the type of an unknown one names them. */
export type Exactly<O, Allowed> = string extends keyof O
  ? Allowed
  : [Exclude<keyof O, keyof Allowed>] extends [never]
    ? O
    : O & {
        readonly [K in Exclude<keyof O, keyof Allowed>]: UnknownOption<
          { [N in keyof Allowed]-?: N }[keyof Allowed]
        >;
      };

/** The type of a name that the compiler cannot read from the entry: its own name is the error message. */
interface NameInQuotes {
  readonly 'is the name of a resource in quotes': never;
}

/** A resource's name in quotes; for anything else, text or not, the type is an error message. */
export type Quoted<R extends string> = string extends R ? NameInQuotes : R;

/** Builds the plain data of a field. Every builder of this folder is a typed wrapper of it. */
export const field = <F extends Field>(kind: { readonly name: string }, options: object | undefined): F => {
  knownKinds.set(kind.name, kind as Kind);
  return { ...options, kind: kind.name } as F;
};

/**
 * A builder of fields, with its kind. `In` and `Out` are the types of the JSON values. `Op` are the filter
 * operators, which only fields with the options `If` have; `More` is added to the type of the fields.
 */
export interface Builder<Allowed extends object, In, Out, Op extends Operator, More, If> {
  (): Built<Record<never, never>, In, Out, Record<never, never> extends If ? Op : never> & More;
  <const O extends Stated<Allowed>>(
    options?: Exactly<O, Allowed>,
  ): Built<O, In, Out, O extends If ? Op : never> & More;
  readonly kind: Kind<Allowed>;
}

/** Creates the builder of a kind. */
export const builder = <Allowed extends object, In, Out, Op extends Operator, More = unknown, If = unknown>(
  kind: Kind<Allowed>,
): Builder<Allowed, In, Out, Op, More, If> =>
  Object.assign((options?: object) => field<never>(kind, options), { kind });

/** The options of a text that gives it filters. */
export type Indexed = { readonly search: true } | { readonly filter: true };

/** The kinds by name: those of the schema, and others once they have built a field. `fieldKind` reads it. */
export const knownKinds: Map<string, Kind> = new Map();

/** A column type: MikroORM's name for it, and PostgreSQL's. */
export interface Column {
  readonly type:
    | 'string'
    | 'text'
    | 'integer'
    | 'bigint'
    | 'decimal'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'uuid';
  readonly sql: string;
  /** The SQL of a value as JSON text, given the SQL of its column; a cast to text by default. */
  readonly text?: (column: string) => string;
}

/** Reports a mistake in an option of a field: its name, its value, and the problem. */
export type Report = (option: string, value: unknown, problem: string) => void;

/** Samples with which tests try a kind. */
export interface KindSamples<O extends object = object> {
  /** The options of the field that represents the kind in a resource; none by default. */
  readonly options?: O;
  /** Returns a valid JSON value; different numbers give different values, as far as the field has so many. */
  readonly valid: (field: O & { readonly title: string }, number: number) => unknown;
  /** Returns invalid JSON values, each with the key of its error. */
  readonly invalid: (field: O) => readonly (readonly [value: unknown, error: `errors.${string}`])[];
  /** Returns a long value that starts with a given text and has no opportunity for a line break. */
  readonly unbreakable?: (field: O, start: string) => string;
}

/** The behaviour of a field kind: one object, attached to its builder. No other code switches on the kind. */
export interface Kind<O extends object = object> {
  /** The name of its builder. */
  readonly name: string;
  /** All options besides the common ones, with their defaults. */
  readonly options: { readonly [K in Exclude<keyof O, keyof CommonOptions>]-?: O[K] | undefined };
  /** The filter operators. */
  readonly operators: readonly Operator[];
  /** The default of the `sort` and `filter` options; true if it is left out. */
  readonly indexed?: (options: O) => boolean;
  /** True if sorting, search and equality use the normalized text (no case, no accents). */
  readonly folded?: boolean;
  /** True if values are too long for a B-tree index: never sorted, only searched; no default list column. */
  readonly isLong?: boolean;
  /** True if the order of values is meaningless: never sorted. */
  readonly isUnordered?: boolean;
  /** What may be uploaded for the field, if its value is an uploaded file. */
  readonly upload?: (options: O) => UploadRules;
  /** True if a value is a good name of its record: a resource without a label uses its first such field. */
  readonly isName?: boolean;
  /** The column in the database; with `join`, the column of one value in the join table. */
  readonly column: (options: O) => Column;
  /**
   * Set if a record has any number of values, which refer to records of another resource. These have no
   * column but a join table, in the given order or in none. Such a field is never sorted by, unique, or part
   * of a label, and is an empty array in JSON when empty.
   */
  readonly join?: (options: O) => { readonly isOrdered: boolean };
  /** The schema that validates and normalises a non-empty JSON input value. */
  readonly schema: (z: Zod, options: O) => z.ZodType;
  /** The schema of the JSON output value; defaults to `schema`. */
  readonly output?: (z: Zod, options: O) => z.ZodType;
  /** The schema of a value in a query string; defaults to `schema`. */
  readonly query?: (z: Zod, options: O) => z.ZodType;
  /**
   * Converts a text, such as a cell of a CSV file, to the JSON value that `schema` validates; returns other
   * texts unchanged. By default the text is the value.
   */
  readonly parse?: (text: string) => unknown;
  /** Converts the value from the database driver to the JSON value. */
  readonly read?: (value: unknown) => unknown;
  /** Converts the validated JSON value to the database value. */
  readonly write?: (value: unknown) => unknown;
  /** The dynamic defaults that a field of the kind may have; none by default. */
  readonly defaultSources?: readonly DefaultSource[];
  /** Reports contradictory options, which the types cannot catch. */
  readonly check?: (options: O, report: Report, z: Zod) => void;
  readonly samples: KindSamples<O>;
}

/** Returns a string schema that checks the maximum length before patterns; error: `key` or "too long". */
export const bounded = (z: Zod, max: number, key?: string): z.ZodString =>
  key === undefined
    ? z.string().max(max, { abort: true })
    : z.string().refine((text) => text.length <= max, { abort: true, params: { key } });

/** Reports a `min` greater than `max`, both compared as what `toOrder` returns. */
export const checkBounds = <T extends number | string>(
  { min, max }: { readonly min?: T | undefined; readonly max?: T | undefined },
  report: Report,
  toOrder: (bound: T) => number | string = (bound) => bound,
): void => {
  if (min !== undefined && max !== undefined && toOrder(min) > toOrder(max))
    report('min', min, `must not be above max (${max})`);
};

/** Reports a `pattern` that is not a regular expression. */
export const checkPattern = ({ pattern }: { readonly pattern?: unknown }, report: Report): void => {
  if (pattern !== undefined && !(pattern instanceof RegExp))
    report('pattern', pattern, 'must be a regular expression, such as /^[A-Z]{3}$/');
};
