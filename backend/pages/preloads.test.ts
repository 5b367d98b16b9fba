import { expect, it } from 'vitest';
import { announcer } from './preloads.ts';

const announce = announcer([
  {
    address: '/login',
    scripts: ['/assets/login.js'],
    styles: ['/assets/login.css'],
    texts: { fr: ['/assets/fr.json'] },
  },
  {
    address: '/app/books',
    scripts: [],
    styles: [],
    texts: {},
    data: '/api/books?_start=0&_end=20',
  },
  { address: '/app/books/:id', scripts: [], styles: [], texts: {}, data: '/api/books/:id' },
]);
const visit = { language: 'fr', signedIn: true } as const;
const list = 'href="/api/books?_start=0&amp;_end=20"';

it('announces styles, code and texts in the language of the visitor', () => {
  expect(announce({ ...visit, url: '/login?redirect=/app', signedIn: false })).toBe(
    '<link rel="stylesheet" crossorigin href="/assets/login.css">' +
      '<link rel="modulepreload" crossorigin href="/assets/login.js">' +
      '<link rel="preload" as="fetch" crossorigin href="/assets/fr.json">',
  );
});

it('announces the first data to who may have it, and not for a search', () => {
  expect(announce({ ...visit, url: '/app/books' })).toContain(list);
  expect(announce({ ...visit, url: '/app/books', signedIn: false })).toBe('');
  expect(announce({ ...visit, url: '/app/books?searchTerm=poe' })).toBe('');
});

it('fills the parameters of the address in, harmlessly', () => {
  expect(announce({ ...visit, url: '/app/books/7' })).toContain('href="/api/books/7"');
  expect(announce({ ...visit, url: '/app/books/%22%3E%3Cscript%3E' })).not.toContain('<script');
});

it('announces nothing for a page that it does not know', () => {
  expect(announce({ ...visit, url: '/manager/books' })).toBe('');
});
