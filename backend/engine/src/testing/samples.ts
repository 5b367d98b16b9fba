import { fitComparisons } from '@bindery/contract/records/rows/fit-comparisons.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
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

/** Returns a valid value of a field; different numbers give different values, as far as it has so many. */
export const sampleValue = (field: ResourceField, number: number): unknown => {
  const { pattern } = field;
  return pattern
    ? matchingText(field, { pattern, number })
    : fieldKind(field.kind).samples.valid(field, number);
};

interface SampleOptions {
  /** The targets of references, and files, by field. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Fields that must apply to the record; by default as many as can apply at once. */
  readonly applying?: readonly ResourceField[];
}

/**
 * Generates a valid request body for a resource, with a value in every writable field that applies.
 * References and files get the given ids.
 */
export const sampleOf = (
  resource: Resource,
  number: number,
  { ids = {}, applying }: SampleOptions = {},
): Record<string, unknown> => {
  const writable = Object.values(resource.fields).filter((field) => !field.readOnly);
  const value = (field: ResourceField) => {
    if (!field.to && !field.upload) return sampleValue(field, number);
    const id = ids[field.name];
    return field.join ? [id].filter((given) => given !== undefined) : id;
  };
  const values: Record<string, unknown> = Object.fromEntries(
    writable.map((field) => [field.name, value(field)]),
  );
  for (const { when = {} } of applying ?? writable)
    for (const [name, [first]] of Object.entries(when)) values[name] = first;
  const unmet = writable.filter((field) => !fieldApplies(resource, field, values));
  const applied = { ...values, ...Object.fromEntries(unmet.map(({ name }) => [name, null])) };
  return fitSample(resource, applied, { number });
};

/** Regenerates a sample's values that violate bounds between fields, except for fixed values. */
export const fitSample = (
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  { number, fixed = [] }: { number: number; fixed?: readonly string[] },
): Record<string, unknown> =>
  fitComparisons(resource, values, { fixed, make: (field) => sampleValue(field, number) });
