import { expect, test } from 'vitest';
import { defineResources, select } from '../index.ts';

test('the labels of a select are those of its values', () => {
  const define = defineResources as (entries: object) => unknown;
  const state = { ...select(['open', 'shut']), titles: { open: 'Open', shot: 'Shut' } };
  expect(() => define({ books: { fields: { state }, rights: { admin: ['read'] } } })).toThrow(
    'books.fields.state.titles: "shot" is none of the values',
  );
});
