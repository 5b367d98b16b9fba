/** The example of the starter: everything about it is in these folders and entries, in the texts of the entries, and in its icon. */
export const EXAMPLE = {
  folders: ['backend/extensions/books', 'frontend/extensions/books', 'e2e/books'],
  entries: ['genres', 'books'],
  /** No product has it without the example. */
  ownFile: 'backend/extensions/books/sample-books.ts',
  /** Where the labels of the entries are, by language. */
  texts: ['en', 'fr', 'ar', 'sw'].map((language) => `frontend/engine/src/locales/${language}/manager.json`),
  icon: 'M11 7.5h10.5a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2m3 0v17m-5-12.3h5m-5 7.6h5',
} as const;
