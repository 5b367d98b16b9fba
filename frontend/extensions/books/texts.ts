import type books from './locales/en.json';

declare module '@bindery/frontend/shell/i18n/keys.ts' {
  interface English {
    books: typeof books;
  }
}
