import type { Fields } from './entry.ts';
import type { Computed, RowFilterConfig, ValueOfFunction } from './fields/computed.ts';
import type { UploadedFile } from './fields/upload.ts';
import { statedField } from './kinds.ts';
import { fieldsIn, type TemplatePart, templateParts } from './template.ts';
import type { ValidRowFilter } from './where.ts';

/** The aggregates of referring records. */
export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const;
/** An aggregate of referring records. */
export type Aggregate = (typeof aggregates)[number];

/** How a field is computed, in the form that the server reads. */
export type ComputedRule =
  | {
      /** The SQL of the expression, and the fields in it. */
      readonly parts: readonly TemplatePart[];
      /** Whether the named fields include all records, because the entry has `readBy`. */
      readonly ofAll: boolean;
    }
  | {
      readonly aggregate: Aggregate;
      readonly of: string;
      readonly through: string;
      /** The field to aggregate; undefined for a count. */
      readonly field: string | undefined;
      readonly where: RowFilterConfig | undefined;
      /** Whether all records count, as the entry has `readBy`; otherwise only those the user may read. */
      readonly ofAll: boolean;
    }
  | ValueOfFunction;

/** Returns the fields that an expression depends on, also through expressions of fields in it. */
export const fieldsBelow = (computed: Computed, fields: Fields, known = new Set<string>()): Set<string> => {
  if (typeof computed !== 'string') return known;
  for (const name of fieldsIn(templateParts(computed))) {
    if (known.has(name)) continue;
    known.add(name);
    const field = statedField({ fields }, name);
    if (field?.computed !== undefined) fieldsBelow(field.computed, fields, known);
  }
  return known;
};

/** Returns how a field is computed, from what its entry states. */
export const computedRule = (stated: Computed, { ofAll }: { ofAll: boolean }): ComputedRule => {
  if (typeof stated === 'string') return { parts: templateParts(stated), ofAll };
  if ('from' in stated) return stated;
  const { through, where } = stated;
  if ('count' in stated)
    return { aggregate: 'count', of: stated.count, field: undefined, through, where, ofAll };
  const { of } = stated;
  if ('sum' in stated) return { aggregate: 'sum', field: stated.sum, of, through, where, ofAll };
  if ('avg' in stated) return { aggregate: 'avg', field: stated.avg, of, through, where, ofAll };
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

/** A file as a function receives it, without addresses, because they are signed for a reader. */
export type FileOfFunction = Omit<UploadedFile, 'url' | 'thumbnails'>;

type InputOf<F> = F extends { readonly to: string }
  ? string
  : [OutOf<F>] extends [UploadedFile]
    ? FileOfFunction
    : OutOf<F>;

/** The value of a field as functions receive it, without a reference's label, which depends on the reader. */
type ValueOf<F> = [OutOf<F>] extends [readonly unknown[]]
  ? readonly string[]
  : F extends { readonly required: true; readonly when?: never }
    ? InputOf<F>
    : InputOf<F> | null;

/** The type of a computed field of an unknown field: no value has it, and its name is the error message. */
interface ComputedFromUnknownField<Known> {
  readonly 'is not one of the fields': Known;
}

/** The type of a computed field that names an unknown resource. */
interface ComputedFromUnknownResource<Known> {
  readonly 'is not one of the resources': Known;
}

/** The type of a computed field whose `through` does not lead to its record. */
interface ComputedThroughUnknownField<Known> {
  readonly 'is not one of the fields that refer to the record': Known;
}

type WrongAggregate<X, To, F, C, N> = To extends keyof C
  ? X extends { readonly through: ReferencesTo<C[To], N> }
    ? Extract<X[keyof X & ('sum' | 'avg' | 'min' | 'max')], string> extends keyof F
      ? never
      : ComputedFromUnknownField<keyof F>
    : ComputedThroughUnknownField<ReferencesTo<C[To], N>>
  : ComputedFromUnknownResource<keyof C>;

/** A mistake in a computed field's sources: the name of an unknown field or resource; never without one. */
export type WrongComputed<X, F, C, N> = X extends string
  ? [UnknownIn<X, keyof F>] extends [never]
    ? never
    : ComputedFromUnknownField<keyof F>
  : X extends { readonly from: readonly (infer From)[] }
    ? [From] extends [keyof F]
      ? never
      : ComputedFromUnknownField<keyof F>
    : X extends { readonly count: infer To } | { readonly of: infer To }
      ? WrongAggregate<X, To, To extends keyof C ? FieldsOf<C[To]> : never, C, N>
      : never;

type ComputedOn<X, Field, F, C> = X extends { readonly from: readonly (infer From)[] }
  ? {
      readonly value: (
        record: {
          readonly [K in From & keyof F]: ValueOf<F[K]>;
        },
      ) => OutOf<Field> | null;
    }
  : X extends ({ readonly count: infer To } | { readonly of: infer To }) & { readonly where: infer W }
    ? To extends keyof C
      ? { readonly where: ValidRowFilter<W, FieldsOf<C[To]>, C, true> }
      : unknown
    : unknown;

/** The computed fields of an entry, with filters and functions checked against the fields that they use. */
export type Computing<F, C> = {
  readonly [K in keyof F]: F[K] extends { readonly computed: infer X }
    ? { readonly computed: ComputedOn<X, F[K], F, C> }
    : unknown;
};
