import type { z } from 'zod';
import type { Zod } from '#contract/schema/fields/field.ts';
import { fieldKind, type ResourceField } from '#contract/schema/index.ts';
import { conditionText } from './condition-text.ts';

const emptyAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

/** Returns the schema of a field with several values; null stands for none of them. */
const listSchema = (zod: Zod, { field, schema }: { field: ResourceField; schema: z.ZodType }): z.ZodType => {
  const list = zod.preprocess((value) => (value === null ? [] : value), schema);
  const description = conditionText(field);
  return description === undefined ? list : list.meta({ description });
};

/**
 * Returns the input schema of a field; null means empty if the field is optional. Takes zod, so that the forms of the
 * manager load it only when they need it.
 */
export const inputSchema = (zod: Zod, field: ResourceField): z.ZodType => {
  const schema = fieldKind(field.kind).schema(zod, field);
  if (field.join) return listSchema(zod, { field, schema });
  if (!field.required) {
    const optional = zod.preprocess(emptyAsNull, schema.nullable());
    const description = conditionText(field);
    return description === undefined ? optional : optional.meta({ description });
  }
  // A required text may not be empty; reported as `required` rather than as too short.
  return schema instanceof zod.ZodString && !field.min ? schema.min(1) : schema;
};
