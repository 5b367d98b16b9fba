import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { fieldKind, kindNames } from '@bindery/contract/schema/kinds.ts';
import { kebabCase } from '@bindery/contract/schema/names.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { expect, test } from 'vitest';
import { partsOf } from './base/field.ts';
import { fieldComponents } from './index.ts';

test('every kind of the contract has a file with its components, and there are no other files', () => {
  const own = globSync('frontend/extensions/field-kinds/*.tsx');
  const files = [...globSync('*.tsx', { cwd: import.meta.dirname }), ...own.map((file) => basename(file))];
  expect(files.sort()).toEqual(
    kindNames()
      .map((name) => `${kebabCase(name)}.tsx`)
      .sort(),
  );
});

test.each(kindNames())(
  'the components of %s show and edit it, and its filters use operators of the contract',
  (name) => {
    const { Show, Input, filter } = fieldComponents(name);
    expect([typeof Show, typeof Input, typeof filter.Input]).toEqual(['function', 'function', 'function']);
    const own = filter.operators.flatMap((operator) => partsOf(operator));
    expect([...fieldKind(name).operators, 'null']).toEqual(expect.arrayContaining(own));
    expect(filter.operators).toEqual(expect.arrayContaining(['empty', 'notEmpty']));
  },
);

/** A field of each kind, by its name. */
const fields: Readonly<Record<string, ResourceField>> = lendingLibrary.specimens.fields;

test.each(kindNames())('an empty %s is null in JSON, or an empty array if it has several values', (name) => {
  const { toInput, toJson } = fieldComponents(name);
  const empty = toInput ? toInput(null) : '';
  // Kinds without their own `toJson` rely on the form, which sends null for an empty text.
  expect(toJson ? toJson(empty, fields[name]!) : null).toEqual(fields[name]!.join ? [] : null);
});

/** The kinds whose values are shown with more than they are sent as: their id. */
const OF_IDS: readonly string[] = ['reference', 'references', 'image', 'file'];

test.each(kindNames().filter((name) => !OF_IDS.includes(name)))(
  'a %s is unchanged by its conversion to an input value and back',
  (name) => {
    const { toInput = (value: unknown) => value, toJson = (value: unknown) => value } = fieldComponents(name);
    const { options, samples } = fieldKind(name);
    for (const number of [1, 2, 3]) {
      const json = samples.valid({ ...options, ...samples.options, title: 'Title' }, number);
      expect(toJson(toInput(json), fields[name]!)).toBe(json);
    }
  },
);

test.each(['reference', 'image', 'file'] as const)('a %s is shown completely, and sent as its id', (name) => {
  const { toInput, toJson } = fieldComponents(name);
  expect(toJson?.(toInput?.({ id: 'g', label: 'Drama' }), fields[name]!)).toBe('g');
});

test('several references are sent as ids: in their order if they have one, otherwise always in the same', () => {
  const { toInput, toJson } = fieldComponents('references');
  const given = [
    { id: 'g', label: 'Drama' },
    { id: 'a', label: 'Essay' },
  ];
  const sent = (isOrdered: boolean) =>
    toJson?.(toInput?.(given), { ...fields.references!, join: { table: 'x', isOrdered } });
  expect([sent(true), sent(false)]).toEqual([
    ['g', 'a'],
    ['a', 'g'],
  ]);
});

test('a filter accepts the numbers that a decimal field accepts', () => {
  const field = fields.decimal!;
  const { accepts } = fieldComponents('decimal').filter;
  expect(['5', '5.', '.5', '-.5', '+5.25'].map((value) => accepts?.(value, field))).toEqual(
    Array(5).fill(true),
  );
  expect(['', '.', '-', '-.', '1.2.3', 'x'].map((value) => accepts?.(value, field))).toEqual(
    Array(6).fill(false),
  );
});
