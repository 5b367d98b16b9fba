import { expect, test } from 'vitest';
import { bookListAddress } from './book.ts';
import pages from './pages.ts';

test('the embedded list of books is the one that the page asks for', () => {
  const books = pages['/app/books'];
  expect(books.data).toBe(bookListAddress({ searchTerm: '' }));
  expect(bookListAddress({ searchTerm: 'a b' })).toBe(`${books.data}&q=a+b`);
  expect(books.asked).toEqual({ q: 'searchTerm' });
});
