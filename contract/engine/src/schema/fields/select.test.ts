import { expect, test } from 'vitest';
import { defineResources, select } from '../index.ts';

test('the labels of a select are those of its values', () => {
  const define = defineResources as (entries: object) => unknown;
  const state = { ...select(['open', 'shut']), titles: { open: 'Open', shot: 'Shut' } };
  const defining = (titles: unknown) => () =>
    define({ books: { fields: { state: { ...state, titles } }, rights: { admin: ['read'] } } });
  expect(defining(state.titles)).toThrow('books.fields.state.titles: "shot" is none of the values');
  expect(defining(null)).toThrow('books.fields.state.titles: null must name the label of each value');
});
