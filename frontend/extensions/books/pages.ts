import type { ExtensionPages } from '@bindery/frontend/pages';

export default {
  '/app/books': {
    area: 'app',
    component: 'extensions/books/parts/books-page.tsx',
    title: 'books.title',
    resource: 'books',
    namespaces: ['books'],
    menu: 'tabs',
    data: '/api/books?_start=0&_end=20&_sort=title&_order=asc',
    queryParameters: { q: 'searchTerm', genre: 'genre', author: 'author', _sort: '_sort', _order: '_order' },
  },
  '/app/books/:id': {
    area: 'app',
    component: 'extensions/books/parts/book-page.tsx',
    resource: 'books',
    data: '/api/books/:id',
  },
} satisfies ExtensionPages;
