import type { Fields } from './entry.ts';
import type { UploadedFile } from './fields/upload.ts';
import type { RowCondition, RowConditionOn } from './where.ts';

/** The number of the records that refer to a record by one of their fields: `{ count: 'loans', through: 'book' }`. */
export interface CountOfRecords {
  /** The resource whose records are counted. */
  readonly count: string;
  /** Its field that refers to the record. */
  readonly through: string;
  /** Which of them count; without it all of them, but those of an archive. */
  readonly where?: RowCondition;
}

interface OfRecords {
  /** The resource of the records that the values are taken from. */
  readonly of: string;
  /** Its field that refers to the record. */
  readonly through: string;
  /** Which of them count; without it all of them, but those of an archive. */
  readonly where?: RowCondition;
}

/** The sum of a field of the records that refer to a record: `{ sum: 'fee', of: 'loans', through: 'book' }`; 0 of none. */
export interface SumOfRecords extends OfRecords {
  readonly sum: string;
}

/** The smallest value of a field of the records that refer to a record; none without such records. */
export interface MinOfRecords extends OfRecords {
  readonly min: string;
}

/** The largest value of a field of the records that refer to a record; none without such records. */
export interface MaxOfRecords extends OfRecords {
  readonly max: string;
}

/**
 * A value that a function makes of other fields of the record, on the server, after a read. Lists can neither be sorted
 * nor filtered by it.
 */
export interface ValueOfFunction {
  /** The fields that the function gets: of references the ids, of files what `FileOfFunction` says. */
  readonly from: readonly string[];
  readonly value: (record: never) => unknown;
}

/**
 * How the value of a field is computed, which nobody writes: by an expression of PostgreSQL with fields of the same
 * record in braces (`'{price} * {quantity}'`), from the records that refer to it, or by a function.
 */
export type Computed = string | CountOfRecords | SumOfRecords | MinOfRecords | MaxOfRecords | ValueOfFunction;

/** What is taken from the records that refer to a record. */
export const aggregates = ['count', 'sum', 'min', 'max'] as const;

/** How a field is computed, in the form that the server reads. */
export type ComputedRule =
  | { readonly parts: readonly ExpressionPart[] }
  | {
      readonly aggregate: (typeof aggregates)[number];
      readonly of: string;
      readonly through: string;
      /** The field whose values are taken; undefined for a count. */
      readonly field: string | undefined;
      readonly where: RowCondition | undefined;
      /** Whether all records count, because the entry says who may read the field; else those that a user may read. */
      readonly ofAll: boolean;
    }
  | ValueOfFunction;

/** A part of an expression: SQL, or a field. */
export type ExpressionPart = { readonly sql: string } | { readonly field: string };

const PLACEHOLDER = /\{(\w+)\}/;

/** Parses an expression: its SQL, and the fields in it. */
export const expressionParts = (expression: string): ExpressionPart[] =>
  // Splitting by a capture group keeps its matches: every second piece is the name of a field.
  expression
    .split(PLACEHOLDER)
    .flatMap((piece, index) => (piece === '' ? [] : [index % 2 ? { field: piece } : { sql: piece }]));

/** Returns how a field is computed, from what its entry states. */
export const computedRule = (stated: Computed, { ofAll }: { ofAll: boolean }): ComputedRule => {
  if (typeof stated === 'string') return { parts: expressionParts(stated) };
  if ('from' in stated) return stated;
  const { through, where } = stated;
  if ('count' in stated)
    return { aggregate: 'count', of: stated.count, field: undefined, through, where, ofAll };
  const { of } = stated;
  if ('sum' in stated) return { aggregate: 'sum', field: stated.sum, of, through, where, ofAll };
  if ('min' in stated) return { aggregate: 'min', field: stated.min, of, through, where, ofAll };
  return { aggregate: 'max', field: stated.max, of, through, where, ofAll };
};

type FieldsOf<E> = E extends { readonly fields: infer F extends Fields } ? F : Fields;

/** The fields of an entry that refer to a resource. */
type ReferencesTo<E, N> = {
  [K in keyof FieldsOf<E>]: FieldsOf<E>[K] extends { readonly to: N } ? K : never;
}[keyof FieldsOf<E>];

/** The names in braces that are not fields. */
export type UnknownIn<L, Names> = L extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends Names
    ? UnknownIn<Rest, Names>
    : Name
  : never;

type OutOf<F> = F extends { readonly types?: { readonly out: infer Out } } ? Out : never;

/** A file as a function gets it. Its addresses are signed for a reader, and so are left out. */
export type FileOfFunction = Omit<UploadedFile, 'url' | 'thumbnails'>;

type InputOf<F> = F extends { readonly to: string }
  ? string
  : [OutOf<F>] extends [UploadedFile]
    ? FileOfFunction
    : OutOf<F>;

/** The value of a field as a function gets it. The label of a reference depends on who reads it, and so is left out. */
type ValueOf<F> = [OutOf<F>] extends [readonly unknown[]]
  ? readonly string[]
  : F extends { readonly required: true; readonly when?: never }
    ? InputOf<F>
    : InputOf<F> | null;

type Where<X, E, C> = X extends { readonly where: infer W }
  ? { readonly where: RowConditionOn<W, FieldsOf<E>, C, true> }
  : unknown;

/** What is computed from the records of another entry may name only fields of that one. */
type OfRecordsOn<X, E, C, N> = { readonly through: ReferencesTo<E, N> } & Where<X, E, C> & {
    readonly [K in keyof X & ('sum' | 'min' | 'max')]: keyof FieldsOf<E>;
  };

type ComputedOn<X, Field, F, C, N> = X extends string
  ? [UnknownIn<X, keyof F>] extends [never]
    ? X
    : `{${keyof F & string}}`
  : X extends { readonly from: readonly (infer From)[] }
    ? {
        readonly from: readonly (keyof F)[];
        readonly value: (
          record: {
            readonly [K in From & keyof F]: ValueOf<F[K]>;
          },
        ) => OutOf<Field> | null;
      }
    : X extends { readonly count: infer To }
      ? To extends keyof C
        ? OfRecordsOn<X, C[To], C, N>
        : { readonly count: keyof C }
      : X extends { readonly of: infer To }
        ? To extends keyof C
          ? OfRecordsOn<X, C[To], C, N>
          : { readonly of: keyof C }
        : Computed;

/** The computed fields of an entry, each checked against the fields that it names; the type error appears at the name. */
export type Computing<F, C, N> = {
  readonly [K in keyof F]: F[K] extends { readonly computed: infer X }
    ? { readonly computed: ComputedOn<X, F[K], F, C, N> }
    : unknown;
};
