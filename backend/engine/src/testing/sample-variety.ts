import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { sampleValue } from './samples.ts';

/** The number of distinct samples of a field that suffices for all tests. */
const ENOUGH = 500;

const varieties = new WeakMap<ResourceField, number>();

/** Returns the number of distinct samples of a field before the first repetition; at most `ENOUGH`. */
export const varietyOf = (field: ResourceField): number => {
  const known = varieties.get(field);
  if (known !== undefined) return known;
  const seen = new Set<unknown>();
  for (let value = sampleValue(field, 1); seen.size < ENOUGH && !seen.has(value); )
    value = sampleValue(field, seen.add(value).size + 1);
  varieties.set(field, seen.size);
  return seen.size;
};

/** Returns whether a field has so few possible values that a unique rule over it allows only few records. */
export const isNarrow = (field: ResourceField): boolean => varietyOf(field) < ENOUGH;
