import { expect, test } from 'vitest';
import { kinds } from '#contract/schema/fields/index.ts';
import type { KindName } from '#contract/schema/index.ts';
import { fieldComponents } from './index.ts';

const names = Object.keys(kinds) as KindName[];

test.each(names)('the filters of %s use operators of the contract', (name) => {
  const known = kinds[name].operators;
  for (const { operator } of fieldComponents(name).filters) expect(known).toContain(operator);
});

test.each(names)('an empty %s is null in JSON', (name) => {
  const { toInput, toJson } = fieldComponents(name);
  const empty = toInput ? toInput(null) : '';
  // Kinds without a `toJson` of their own rely on the form, which sends null for an empty text.
  expect(toJson ? toJson(empty) : null).toBeNull();
});

test.each([
  ['text', 'Kintu'],
  ['integer', 312],
  ['decimal', '12.50'],
  ['boolean', false],
  ['date', '2027-01-31'],
  ['datetime', '2027-01-31T12:34:00.000Z'],
  ['select', 'draft'],
  ['url', 'https://example.com'],
] as const)('a %s is unchanged by its conversion to an input value and back', (name, json) => {
  const { toInput = (value: unknown) => value, toJson = (value: unknown) => value } = fieldComponents(name);
  expect(toJson(toInput(json))).toBe(json);
});

test('a reference is shown with id and label, and sent as its id', () => {
  const { toInput, toJson } = fieldComponents('reference');
  expect(toJson?.(toInput?.({ id: 'g', label: 'Drama' }))).toBe('g');
});
