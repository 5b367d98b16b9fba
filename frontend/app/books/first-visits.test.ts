import { expect, test } from 'vitest';
import { firstVisits } from '../../build/first-visits.ts';
import { bookListAddress } from './book.ts';

test('the preloaded calls for books are the ones that the pages make', () => {
  const books = firstVisits.find(({ address }) => address === '/app/books');
  expect(books?.data).toBe(bookListAddress({ searchTerm: '' }));
  expect(bookListAddress({ searchTerm: 'a b' })).toBe(`${books?.data}&q=a+b`);
  expect(books?.asked).toEqual({ q: 'searchTerm' });
});
