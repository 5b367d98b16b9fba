import type { KindName, Resource, ResourceField } from '#contract/schema/index.ts';

/** A value that a field takes; another number gives another value, as far as the field has that many. */
type Sample = (field: ResourceField, number: number) => unknown;

const padded = (field: ResourceField, text: string) =>
  text.padEnd(Number(field.min ?? 0), 'x').slice(0, Number(field.max));
const between = (field: ResourceField, number: number, furthest: number) => {
  const min = Number(field.min ?? 1);
  return min + (number % (Math.min(Number(field.max ?? furthest), min + furthest) - min + 1));
};
const day = (field: ResourceField, number: number) => {
  const first = Date.parse(String(field.min ?? field.max ?? '2020-01-01'));
  return new Date(
    first + (field.min === undefined && field.max !== undefined ? -number : number) * 86_400_000,
  );
};

const samples: Readonly<Record<KindName, Sample>> = {
  text: (field, number) => padded(field, `${field.title} ${number}`),
  longText: (field, number) => padded(field, `${field.title} ${number}\nand a second line`),
  integer: (field, number) => between(field, number, 1000),
  decimal: (field, number) =>
    `${between(field, number, 9)}.${'5'.padEnd(field.scale ?? 0, '0').slice(0, field.scale)}`.replace(
      /\.$/,
      '',
    ),
  boolean: (_, number) => number % 2 === 0,
  date: (field, number) => day(field, number).toISOString().slice(0, 10),
  datetime: (field, number) => day(field, number).toISOString(),
  select: (field, number) => field.values?.[number % field.values.length],
  email: (_, number) => `person${number}@example.org`,
  url: (_, number) => `https://example.org/${number}`,
  reference: () => undefined,
};

/**
 * A record of a resource as the API takes it, with a value in every field a caller may write. References take the ids
 * that are given for their resources. A text with a pattern takes its default: no value can be made up for it.
 */
export const sampleOf = (
  resource: Resource,
  number: number,
  ids: Readonly<Record<string, string>> = {},
): Record<string, unknown> => {
  const writable = Object.values<ResourceField>(resource.fields).filter((field) => !field.readOnly);
  const value = (field: ResourceField) => {
    if (field.to) return ids[field.to];
    return field.pattern ? field.default : samples[field.kind](field, number);
  };
  return Object.fromEntries(writable.map((field) => [field.name, value(field)]));
};
