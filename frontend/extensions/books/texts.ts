import type books from './locales/en.json';

declare module '@bindery/frontend/i18n' {
  interface English {
    books: typeof books;
  }
}
