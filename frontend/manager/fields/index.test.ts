import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldKind, kindNames } from '#contract/schema/fields/kinds.ts';
import { kebabCase } from '#contract/schema/names.ts';
import { partsOf } from './condition-parts.ts';
import { fieldComponents } from './index.ts';

test('every kind of the contract has a file with its components, and no other file is beside them', () => {
  const files = globSync('*.tsx', { cwd: import.meta.dirname });
  expect(files.sort()).toEqual(kindNames.map((name) => `${kebabCase(name)}.tsx`).sort());
});

test.each(kindNames)(
  'the components of %s show and edit it, and its filters use operators of the contract',
  (name) => {
    const { Show, Input, filter } = fieldComponents(name);
    expect([typeof Show, typeof Input, typeof filter.Input]).toEqual(['function', 'function', 'function']);
    const own = filter.operators.flatMap((operator) => partsOf(operator));
    expect([...fieldKind(name).operators, 'null']).toEqual(expect.arrayContaining(own));
  },
);

test.each(kindNames)('an empty %s is null in JSON', (name) => {
  const { toInput, toJson } = fieldComponents(name);
  const empty = toInput ? toInput(null) : '';
  // Kinds without a `toJson` of their own rely on the form, which sends null for an empty text.
  expect(toJson ? toJson(empty) : null).toBeNull();
});

test.each(kindNames.filter((name) => name !== 'reference'))(
  'a %s is unchanged by its conversion to an input value and back',
  (name) => {
    const { toInput = (value: unknown) => value, toJson = (value: unknown) => value } = fieldComponents(name);
    const { options, samples } = fieldKind(name);
    for (const number of [1, 2, 3]) {
      const json = samples.valid({ ...options, ...samples.options, title: 'Title' }, number);
      expect(toJson(toInput(json))).toBe(json);
    }
  },
);

test('a reference is shown with id and label, and sent as its id', () => {
  const { toInput, toJson } = fieldComponents('reference');
  expect(toJson?.(toInput?.({ id: 'g', label: 'Drama' }))).toBe('g');
});
