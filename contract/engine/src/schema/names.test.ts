import { expect, it } from 'vitest';
import { withArticle } from './names.ts';

it.each([
  ['author', 'an author'],
  ['integer', 'an integer'],
  ['upload', 'an upload'],
  ['book', 'a book'],
  ['longText', 'a longText'],
  ['user', 'a user'],
  ['unit of measure', 'a unit of measure'],
])('%s takes its article: %s', (noun, expected) => {
  expect(withArticle(noun)).toBe(expected);
});
