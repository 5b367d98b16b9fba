import { expect, test } from 'vitest';
import { hueOf } from './book-cover.tsx';

/** The genres of the example. */
const genres = [
  ...['Adventure', 'Children’s books', 'Drama', 'Fantasy', 'Historical fiction'],
  ...['Literary fiction', 'Memoir', 'Mystery', 'Poetry', 'Science fiction'],
];

test('each genre of the example has its own colour', () => {
  expect(new Set(genres.map(hueOf)).size).toBe(genres.length);
});
