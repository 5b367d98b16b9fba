import { expect, test } from 'vitest';
import { bookListAddress } from './book.ts';
import pages from './pages.ts';

const none = { searchTerm: '', genre: '', author: '', sort: 'title' };

test('the embedded list of books is the one that the page asks for', () => {
  const books = pages['/app/books'];
  expect(books.data).toBe(bookListAddress({ filters: none }));
  const filters = { ...none, searchTerm: 'a b', genre: '7', author: 'É' };
  expect(bookListAddress({ filters })).toBe(`${books.data}&q=a+b&genre=7&author=%C3%89`);
  expect(Object.keys(books.asked)).toEqual(['q', 'genre', 'author', '_sort', '_order']);
});
