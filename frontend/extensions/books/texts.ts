import type books from './locales/en.json';

declare module '../../i18n/keys.ts' {
  interface English {
    books: typeof books;
  }
}
