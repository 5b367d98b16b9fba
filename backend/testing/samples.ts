import { z } from 'zod';
import { fieldKind, type KindName, type Resource, type ResourceField } from '#contract/schema/index.ts';
import { matchingTexts } from './matching-texts.ts';

/** Returns a valid value of a field; different numbers give different values, as far as the field has that many. */
type Sample = (field: ResourceField, number: number) => unknown;

const DAY = 86_400_000;
/** JavaScript numbers hold no more digits than this exactly. */
const MOST_DIGITS = 15;

/** Returns an integer from `low` to `high`; either bound is optional. */
const between = ({ low, high, number }: { low?: number; high?: number; number: number }) => {
  const first = low ?? (high !== undefined && high < 1 ? high - 1000 : 1);
  return first + (number % (Math.min(high ?? first + 1000, first + 1000) - first + 1));
};

const bounds = ({ min, max }: ResourceField, scale = 0) => ({
  ...(min !== undefined && { low: Math.ceil(Number(min) * 10 ** scale) }),
  ...(max !== undefined && { high: Math.floor(Number(max) * 10 ** scale) }),
});

const decimalOf: Sample = (field, number) => {
  const { precision = 12, scale = 2 } = field;
  const largest = 10 ** Math.min(precision, MOST_DIGITS) - 1;
  const { low = 1, high = largest } = bounds(field, scale);
  const units = between({ low, high: Math.min(high, largest), number });
  return (units / 10 ** scale).toFixed(scale);
};

const momentOf = ({ min, max }: ResourceField, { number, step }: { number: number; step: number }) => {
  const low =
    Date.parse(String(min ?? max ?? '2020-01-01')) -
    (min === undefined && max !== undefined ? 1000 * step : 0);
  const span = max === undefined ? 1000 * step : Date.parse(String(max)) - low;
  return new Date(low + ((number * step) % (span + step)));
};

/** Returns the first of the texts that is short enough for a field. */
const fitting = (field: ResourceField, ...texts: string[]) =>
  texts.find((text) => text.length <= Number(field.max)) ?? texts.at(-1);

const textOf = (field: ResourceField, number: number): string => {
  const mark = number.toString(36);
  const text = fitting(field, `${field.title} ${number}`, `${field.title.slice(0, 3)}${mark}`, mark) ?? mark;
  return text.padEnd(Number(field.min ?? 0), 'x');
};

const samples: Readonly<Record<KindName, Sample>> = {
  text: textOf,
  longText: (field, number) =>
    fitting(field, `${textOf(field, number)}\nand a second line`, textOf(field, number)),
  integer: (field, number) => between({ ...bounds(field), number }),
  decimal: decimalOf,
  boolean: (_, number) => number % 2 === 0,
  date: (field, number) => momentOf(field, { number, step: DAY }).toISOString().slice(0, 10),
  datetime: (field, number) => momentOf(field, { number, step: 1000 }).toISOString(),
  select: (field, number) => field.values?.[number % field.values.length],
  email: (field, number) => fitting(field, `person${number}@example.org`, `${number.toString(36)}@b.co`),
  url: (field, number) => fitting(field, `https://example.org/${number}`, `http://${number.toString(36)}.io`),
  reference: () => undefined,
};

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
 * Generates a valid request body for a resource, with a value in every writable field. References get the ids that
 * are given under their field names.
 */
export const sampleOf = (
  resource: Resource,
  number: number,
  ids: Readonly<Record<string, string>> = {},
): Record<string, unknown> => {
  const writable = Object.values<ResourceField>(resource.fields).filter((field) => !field.readOnly);
  const value = (field: ResourceField) => {
    if (field.to) return ids[field.name];
    const { pattern } = field;
    return pattern ? matchingText(field, { pattern, number }) : samples[field.kind](field, number);
  };
  return Object.fromEntries(writable.map((field) => [field.name, value(field)]));
};
