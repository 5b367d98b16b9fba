import { idHeading, isMapped } from '@bindery/contract/records/csv.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { distance } from 'fastest-levenshtein';

/** A target of a column: a field, the id of the record, or the id of a reference or file. */
export interface ImportTarget {
  readonly name: string;
  readonly label: string;
}

/** Returns the targets of a resource's columns. */
export function importTargets(
  resource: Resource,
  { labelOf, idLabel }: { labelOf: (field: ResourceField) => string; idLabel: string },
): ImportTarget[] {
  const writable = Object.values<ResourceField>(resource.fields).filter((field) => !field.readOnly);
  return [
    { name: 'id', label: idLabel },
    ...writable.flatMap((field) => [
      // Only its id identifies a file.
      ...(field.upload ? [] : [{ name: field.name, label: labelOf(field) }]),
      ...(field.to || field.upload
        ? [{ name: idHeading(field.name), label: `${labelOf(field)} (${idLabel})` }]
        : []),
    ]),
  ];
}

/** Returns the fields that a new record needs, and for which no column has a value. */
export const missingFields = (
  resource: Resource,
  mapping: readonly (string | null)[],
): readonly ResourceField[] =>
  fieldsOf(resource).filter(
    ({ name, required, readOnly, isFixed, default: preset, defaultFrom }) =>
      required && !(readOnly || isFixed || defaultFrom) && preset === undefined && !isMapped(mapping, name),
  );

const normalized = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A heading may differ from a name in one letter per this many. */
const LETTERS_PER_MISTAKE = 4;

/**
 * Guesses the targets of a file's columns, from the name of a field, its label or its English title, and from
 * words that are nearly the same. No target has two columns.
 */
export function guessMapping(
  headings: readonly string[],
  { resource, targets }: { resource: Resource; targets: readonly ImportTarget[] },
): (string | null)[] {
  const titles = new Map(fieldsOf(resource).map(({ name, title }) => [name, title]));
  const known = targets.map(({ name, label }) => ({
    name,
    words: [name, label, titles.get(name) ?? name].map(normalized),
  }));
  const readOnly = fieldsOf(resource)
    .filter((field) => field.readOnly)
    .flatMap(({ name, title }) => [name, title].map(normalized));
  const taken = new Set<string>();
  const take = (name: string) => {
    taken.add(name);
    return name;
  };
  const words = headings.map(normalized);
  const exact = words.map((word) => {
    const target = known.find((one) => !taken.has(one.name) && one.words.includes(word));
    return word !== '' && target ? take(target.name) : null;
  });
  return exact.map((name, place) => {
    const word = words[place]!;
    if (name !== null || word === '' || readOnly.includes(word)) return name;
    const [nearest] = known
      .filter((one) => !taken.has(one.name))
      .map((one) => ({ name: one.name, far: Math.min(...one.words.map((other) => distance(word, other))) }))
      .sort((a, b) => a.far - b.far);
    return nearest && nearest.far <= word.length / LETTERS_PER_MISTAKE ? take(nearest.name) : null;
  });
}
