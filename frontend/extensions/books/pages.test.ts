import { api } from '@bindery/frontend/http';
import { expect, test } from 'vitest';
import { bookListRequest } from './book.ts';
import home, { genreListQuery, newBooksQuery } from './home.ts';
import pages from './pages.ts';

const none = { searchTerm: '', genre: '', author: '', sort: 'title' };
const listUrl = (filters: typeof none) => api.books.list.url(bookListRequest({ filters }));

test('the embedded list of books is the one that the page requests', () => {
  const books = pages['/app/books'];
  expect(books.data).toBe(listUrl(none));
  const filters = { ...none, searchTerm: 'a b', genre: '7', author: 'É' };
  expect(listUrl(filters)).toBe(`${books.data}&q=a+b&genre=7&author=%C3%89`);
  expect(Object.keys(books.queryParameters)).toEqual(['q', 'genre', 'author', '_sort', '_order']);
});

test('the embedded records of the home page are those that its section requests', () => {
  expect(home.calls).toEqual([
    api.books.list.url({ query: newBooksQuery }),
    api.genres.list.url({ query: genreListQuery }),
  ]);
});
