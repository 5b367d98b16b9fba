import type { z } from 'zod';
import { type ComparisonOption, comparisonOptions } from '#contract/schema/fields/compared.ts';
import { isBlank } from '#contract/schema/fields/conversions.ts';
import type { DefaultSource } from '#contract/schema/fields/dynamic-default.ts';
import type { Zod } from '#contract/schema/fields/field.ts';
import { fieldKind, type ResourceField } from '#contract/schema/index.ts';

const emptyAsNull = (value: unknown) => (typeof value === 'string' && isBlank(value) ? null : value);

/** Adds a description for the OpenAPI document to a schema, if there is one. */
export const described = (schema: z.ZodType, description: string | undefined): z.ZodType =>
  description === undefined ? schema : schema.meta({ description });

/**
 * Returns the input schema of a field; null means empty if the field is optional. Takes zod as a parameter,
 * so that the forms of the manager load it on demand.
 */
export const inputSchema = (zod: Zod, field: ResourceField): z.ZodType =>
  described(undescribedInput(zod, field), describeInput(field));

const undescribedInput = (zod: Zod, field: ResourceField): z.ZodType => {
  const schema = fieldKind(field.kind).schema(zod, field);
  if (field.join) return zod.preprocess((value) => (value === null ? [] : value), schema);
  if (!field.required) return zod.preprocess(emptyAsNull, schema.nullable());
  // A required text may not be empty; reported as `required` rather than as too short.
  return schema instanceof zod.ZodString && !field.min ? schema.min(1) : schema;
};

const DEFAULTS: Readonly<Record<DefaultSource, string>> = {
  today: 'Defaults to the day of the request, in UTC.',
  now: 'Defaults to the time of the request.',
  'currentUser.id': 'Defaults to the user who sends the request.',
  'currentUser.email': 'Defaults to the email address of the user who sends the request.',
};

/** Returns the description of a field for the OpenAPI document; undefined if the entry has none. */
export const describeField = ({ description, help }: ResourceField): string | undefined =>
  description ?? help;

/** Returns what a field means and accepts in requests, for the OpenAPI document; undefined for nothing. */
const describeInput = (field: ResourceField): string | undefined => {
  const { defaultFrom } = field;
  const texts = [
    ...[describeField(field), whenText(field), ...comparisonTexts(field)],
    defaultFrom && DEFAULTS[defaultFrom],
  ];
  return texts.filter(Boolean).join(' ') || undefined;
};

const COMPARED: Readonly<Record<ComparisonOption, string>> = {
  gt: 'Greater than',
  gte: 'At least',
  lt: 'Less than',
  lte: 'At most',
};

/** Returns the `when` of a field as a sentence of the OpenAPI document; undefined without one. */
const whenText = ({ when, isRequiredWhen }: ResourceField): string | undefined => {
  if (!when) return undefined;
  const clauses = Object.entries(when).map(([name, values]) => `${name} is ${values.join(' or ')}`);
  return `${isRequiredWhen ? 'Required' : 'Allowed'} only if ${clauses.join(' and ')}; null otherwise.`;
};

/** Returns the constraints between a field and others as sentences of the OpenAPI document; or empty. */
const comparisonTexts = (field: ResourceField): string[] =>
  comparisonOptions.flatMap((by) =>
    field[by] === undefined ? [] : [`${COMPARED[by]} ${field[by]}, where both have a value.`],
  );
