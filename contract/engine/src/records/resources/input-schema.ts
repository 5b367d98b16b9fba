import type { z } from 'zod';
import type { Zod } from '#contract/schema/fields/field.ts';
import { fieldKind, type ResourceField } from '#contract/schema/index.ts';
import { describeInput } from './describe-field.ts';

const emptyAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

const described = (schema: z.ZodType, field: ResourceField): z.ZodType => {
  const description = describeInput(field);
  return description === undefined ? schema : schema.meta({ description });
};

/** Returns the schema of a field with several values; null means no values. */
const listSchema = (zod: Zod, { field, schema }: { field: ResourceField; schema: z.ZodType }): z.ZodType => {
  return described(
    zod.preprocess((value) => (value === null ? [] : value), schema),
    field,
  );
};

/**
 * Returns the input schema of a field; null means empty if the field is optional. Takes zod as a parameter,
 * so that the forms of the manager load it on demand.
 */
export const inputSchema = (zod: Zod, field: ResourceField): z.ZodType => {
  const schema = fieldKind(field.kind).schema(zod, field);
  if (field.join) return listSchema(zod, { field, schema });
  if (!field.required) return described(zod.preprocess(emptyAsNull, schema.nullable()), field);
  // A required text may not be empty; reported as `required` rather than as too short.
  const required = schema instanceof zod.ZodString && !field.min ? schema.min(1) : schema;
  return described(required, field);
};
