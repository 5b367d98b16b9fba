/** The example of the starter: everything about it is in these folders and entries. */
export const EXAMPLE = {
  folders: ['backend/extensions/books', 'frontend/extensions/books', 'e2e/books'],
  entries: ['genres', 'books'],
} as const;
