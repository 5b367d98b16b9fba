import { z } from 'zod';
import { fieldApplies } from '#contract/resources/conditions.ts';
import { fieldKind, type Resource, type ResourceField } from '#contract/schema/index.ts';
import { matchingTexts } from './matching-texts.ts';

const matching = new WeakMap<ResourceField, readonly string[]>();

/** Returns a text that matches the pattern of a field and is valid otherwise. */
const matchingText = (field: ResourceField, { pattern, number }: { pattern: RegExp; number: number }) => {
  const known = matching.get(field);
  const schema = fieldKind(field.kind).schema(z, field);
  const texts = known ?? matchingTexts(pattern, (text) => schema.safeParse(text).data === text);
  if (!known) matching.set(field, texts);
  return texts[number % texts.length];
};

/**
 * Returns a valid value of a field; different numbers give different values, as far as the field has that many.
 */
export const sampleValue = (field: ResourceField, number: number): unknown => {
  const { pattern } = field;
  return pattern
    ? matchingText(field, { pattern, number })
    : fieldKind(field.kind).samples.valid(field, number);
};

/**
 * Generates a valid request body for a resource, with a value in every writable field. References get the ids that
 * are given under their field names.
 */
export const sampleOf = (
  resource: Resource,
  number: number,
  ids: Readonly<Record<string, string>> = {},
): Record<string, unknown> => {
  const writable = Object.values<ResourceField>(resource.fields).filter((field) => !field.readOnly);
  const value = (field: ResourceField) => (field.to ? ids[field.name] : sampleValue(field, number));
  const values = Object.fromEntries(writable.map((field) => [field.name, value(field)]));
  return writable.reduce((sample, field) => withField(resource, { values: sample, field }), values);
};

/**
 * Returns a body in which a field applies: what it depends on has such values, and the fields that therefore do not
 * apply have none.
 */
export const withField = (
  { fields }: Resource,
  { values, field: { when = {} } }: { values: Record<string, unknown>; field: ResourceField },
): Record<string, unknown> => {
  const met = Object.fromEntries(Object.entries(when).map(([name, [first]]) => [name, first]));
  const all: Record<string, unknown> = { ...values, ...met };
  const kept = Object.entries(all).map(([name, value]) => {
    const other = fields[name];
    return [name, other && !fieldApplies(other, (source) => all[source]) ? null : value];
  });
  return Object.fromEntries(kept);
};
