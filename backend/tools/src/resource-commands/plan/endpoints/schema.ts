/** The compared parts of a JSON schema in the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}

/** Keywords for readers only, and additions of OpenAPI 3.1 to the schema itself. */
const ANNOTATIONS = new Set(['title', 'description', 'example', 'examples', '$comment', 'deprecated']);

/** Returns a text that is the same for equivalent schemas, regardless of the order of their keywords. */
export function canonical(schema: unknown): string {
  return (
    JSON.stringify(schema, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([name, part]) => !(ANNOTATIONS.has(name) && typeof part !== 'object'))
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        : value,
    ) ?? ''
  );
}

/** The forms that a value may have, without null, and whether it may be null. */
export interface Forms {
  readonly forms: readonly Schema[];
  readonly isNullable: boolean;
}

/**
 * Splits a schema into the forms that it allows: those of `anyOf` and `oneOf`, and one for each of its types.
 */
export function formsOf(schema: Schema): Forms {
  const stated = schema.anyOf ?? schema.oneOf ?? [schema];
  const forms = stated.flatMap((form) =>
    Array.isArray(form.type) ? form.type.map((type: string) => ({ ...form, type })) : [form],
  );
  const isNull = (form: Schema) => form.type === 'null' || form.const === null;
  return { forms: forms.filter((form) => !isNull(form)), isNullable: forms.some(isNull) };
}

/** Returns the values that a schema allows; undefined for any. */
export const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? ('const' in schema ? [schema.const] : undefined);
