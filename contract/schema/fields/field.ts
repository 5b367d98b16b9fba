import type { z } from 'zod';

/** The zod namespace. It is handed to a kind rather than imported by it, so that an entry stays plain data. */
export type Zod = typeof z;

/** How a list may be narrowed by a field: `field=`, `field_ne=`, `field_gte=`, `field_lte=`, `field_like=`, `field_null=`. */
export type Operator = 'eq' | 'ne' | 'gte' | 'lte' | 'like' | 'null';

/** What every field may state, whatever its kind. */
export interface CommonOptions {
  /** Must always have a value; an optional field is null when empty. */
  readonly required?: boolean;
  /**
   * No two records may share a value. Texts are compared as filters compare them, without case, accents and Arabic letter
   * forms; `exact` compares them letter by letter.
   */
  readonly unique?: boolean | 'exact';
  /** Shown and never written by a caller of the API. */
  readonly readOnly?: boolean;
  /** A short explanation under the input; a text, or a key of the locale files. */
  readonly help?: string;
  /** Whether lists may be narrowed by the field (and so, whether it has an index). */
  readonly filter?: boolean;
  /** Whether lists may be ordered by the field (and so, whether it has an index). */
  readonly sort?: boolean;
  /** What the field was called before: the next migration then renames it, and its values stay. */
  readonly was?: string;
  /** The roles that may read the field; for everybody else it does not exist. All roles when left out. */
  readonly readBy?: readonly ('admin' | 'user')[];
}

/** A field as an entry states it: plain data, typed by what it takes in and gives out. */
export interface Field<In = unknown, Out = unknown, Op extends Operator = Operator> {
  readonly kind: string;
  /** Never set: it carries the types of the JSON values and of the filters. */
  readonly types?: { readonly in: In; readonly out: Out; readonly operators: Op };
}

/** A field together with the options it was built with, so that `required: true` is known to the types. */
export type Built<O extends object, In, Out, Op extends Operator> = Field<In, Out, Narrowed<O, Op>> &
  Readonly<O>;

type Narrowed<O, Op> = O extends { filter: false }
  ? never
  : Op | (O extends { required: true } ? never : 'null');

/** Options of exactly the allowed names: one that is unknown does not compile. */
export type Exactly<O, Allowed> = O & { readonly [K in Exclude<keyof O, keyof Allowed>]: never };

/** Builds the plain data of a field. Every builder of this folder is a typed front to it. */
export const field = <F extends Field>(kind: string, options: object | undefined): F =>
  ({ ...options, kind }) as F;

/** The column that keeps a value: MikroORM's name of its type, and PostgreSQL's own. */
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
}

/** Says what is wrong with an option of a field: its name, its value, and what was probably meant. */
export type Report = (option: string, value: unknown, problem: string) => void;

/**
 * What the rest of the product must know of a kind of field. One object a kind, beside its builder;
 * nothing else switches on the kind.
 */
export interface Kind<O extends object = object> {
  /** Every option that an entry may state, besides the common ones; the values are the defaults. */
  readonly options: { readonly [K in Exclude<keyof O, keyof CommonOptions>]-?: O[K] | undefined };
  /** The operators of its filters. */
  readonly operators: readonly Operator[];
  /** Whether lists may be ordered and narrowed by it when the entry does not say. */
  readonly indexed: (options: O) => boolean;
  /** True where order, search and equality go by the normalized text (no case, no accents). */
  readonly folded?: boolean;
  /** True where one value is too long for an ordered index: never sorted, only searched. */
  readonly unordered?: boolean;
  /** The column in the database. */
  readonly column: (options: O) => Column;
  /** Checks and normalises a value that is not empty, as it comes in as JSON. */
  readonly schema: (z: Zod, options: O) => z.ZodType;
  /** The value as it goes out as JSON; the same as what comes in when left out. */
  readonly output?: (z: Zod, options: O) => z.ZodType;
  /** Reads a value out of a query string; `schema` when left out. */
  readonly query?: (z: Zod, options: O) => z.ZodType;
  /** Turns what the driver gives into the JSON value. */
  readonly read?: (value: unknown) => unknown;
  /** Turns the checked JSON value into what the database takes. */
  readonly write?: (value: unknown) => unknown;
  /** Finds what the types cannot: options that contradict each other. */
  readonly check?: (options: O, report: Report) => void;
}

/**
 * A text of at most so many characters, for a schema to read on: whatever is longer is refused before any pattern
 * looks at it, by `key` or else as too long.
 */
export const bounded = (z: Zod, max: number, key?: string): z.ZodString =>
  key === undefined
    ? z.string().max(max, { abort: true })
    : z.string().refine((text) => text.length <= max, { abort: true, params: { key } });

/** Reports a `min` above its `max`. */
export const checkBounds = <T extends number | string>(
  options: { readonly min?: T | undefined; readonly max?: T | undefined },
  report: Report,
): void => {
  if (options.min !== undefined && options.max !== undefined && options.min > options.max)
    report('min', options.min, `must not be above max (${options.max})`);
};
