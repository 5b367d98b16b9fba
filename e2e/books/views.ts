import type { View } from '@bindery/tools/browser';
import type { Page } from '@playwright/test';

/** Waits until the page has loaded the code that stores a search after a pause. */
const searchIsKept = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/recent-searches-[^/]+\.js/.test(name)),
  );

/** The pages of books in the app, in several states. */
export const views: readonly View[] = [
  { name: 'app books', by: 'user', address: '/app/books' },
  { name: 'app books not found', by: 'user', address: '/app/books?searchTerm=zzzzzz', later: searchIsKept },
  { name: 'app book', by: 'user', address: '/app/books/:id' },
];
