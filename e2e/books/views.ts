import type { View } from '../support/views.ts';

/** The pages of books in the app, in several states. */
export const views: readonly View[] = [
  { name: 'app books', by: 'user', address: '/app/books' },
  { name: 'app books searched', by: 'user', address: '/app/books?searchTerm=the' },
  { name: 'app books not found', by: 'user', address: '/app/books?searchTerm=zzzzzz' },
  { name: 'app book', by: 'user', address: '/app/books/:id' },
];
