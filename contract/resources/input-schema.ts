import type { z } from 'zod';
import type { Zod } from '#contract/schema/fields/field.ts';
import { fieldKind, type ResourceField } from '#contract/schema/index.ts';

const emptyAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

/**
 * Returns the input schema of a field; null means empty if the field is optional. Takes zod, so that the forms of the
 * manager load it only when they need it.
 */
export const inputSchema = (zod: Zod, field: ResourceField): z.ZodType => {
  const schema = fieldKind(field.kind).schema(zod, field);
  if (!field.required) return zod.preprocess(emptyAsNull, schema.nullable());
  // A required text may not be empty; reported as `required` rather than as too short.
  return schema instanceof zod.ZodString && !field.min ? schema.min(1) : schema;
};
