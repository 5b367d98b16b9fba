import type { FeaturePages } from '../../pages.ts';

export default {
  '/app/books': {
    area: 'app',
    component: 'app/books/books-page.tsx',
    title: 'books.title',
    resource: 'books',
    data: '/api/books?_start=0&_end=20&_sort=title&_order=asc',
    asked: { q: 'searchTerm', genre: 'genre', author: 'author', _sort: '_sort', _order: '_order' },
  },
  '/app/books/:id': {
    area: 'app',
    component: 'app/books/parts/book-page.tsx',
    resource: 'books',
    data: '/api/books/:id',
  },
} satisfies FeaturePages;
