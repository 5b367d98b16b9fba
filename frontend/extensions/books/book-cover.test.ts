import { expect, test } from 'vitest';
import { hueOf } from './book-cover.tsx';
import { patternsOf } from './parts/book-tiles.tsx';

/** The genres of the example. */
const genres = [
  ...['Adventure', 'Children’s books', 'Drama', 'Fantasy', 'Historical fiction'],
  ...['Literary fiction', 'Memoir', 'Mystery', 'Poetry', 'Science fiction'],
];

test('each genre of the example has its own colour', () => {
  expect(new Set(genres.map(hueOf)).size).toBe(genres.length);
});

test('neighbours in a row have different patterns, and other books keep their own', () => {
  const ids = Array.from({ length: 30 }, (_, at) => `book ${at}`);
  const own = ids.map((id) => patternsOf([id])[0]);
  const row = patternsOf(ids);
  const isRepeated = (patterns: readonly unknown[]) => patterns.some((one, at) => one === patterns[at + 1]);
  expect(isRepeated(own)).toBe(true);
  expect(isRepeated(row)).toBe(false);
  expect(row.filter((one, at) => one !== own[at]).length).toBeLessThan(ids.length / 2);
});
