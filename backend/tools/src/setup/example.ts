/** The example of the starter: everything about it is in these folders and entries, in the texts of the entries, and in its icon. */
export const EXAMPLE = {
  folders: ['backend/extensions/books', 'frontend/extensions/books', 'e2e/books'],
  entries: ['genres', 'books'],
  /** No product has it without the example. */
  ownFile: 'backend/extensions/books/sample-books.ts',
  /** Where the labels of the entries are, by language. */
  texts: ['en', 'fr', 'ar', 'sw'].map((language) => `frontend/engine/src/locales/${language}/manager.json`),
  icon: 'M16 10.5c-2.2-1.7-5-2.3-8-2.3v13.6c3 0 5.8.6 8 2.3m0-13.6c2.2-1.7 5-2.3 8-2.3v13.6c-3 0-5.8.6-8 2.3m0-13.6v13.6',
} as const;

/** The icon of a product that has not drawn one yet: four tiles. */
export const PLAIN_ICON = 'M8 8h6v6H8zm10 0h6v6h-6zM8 18h6v6H8zm10 0h6v6h-6z';
