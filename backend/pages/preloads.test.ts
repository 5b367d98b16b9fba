import { describe, expect, it } from 'vitest';
import type { CurrentSession } from '#contract/init.ts';
import { rightsOf } from '#contract/rights.ts';
import { announcer, firstCaller } from './preloads.ts';

const none = { scripts: [], styles: [], texts: {} };
const pages = [
  {
    address: '/login',
    scripts: ['/assets/login.js'],
    styles: ['/assets/login.css'],
    texts: { fr: ['/assets/fr.json'], ar: ['/assets/ar.json'] },
  },
  { ...none, address: '/app/books', data: '/api/books?_start=0&_end=20', asked: { q: 'searchTerm' } },
  { ...none, address: '/app/books/:id', data: '/api/books/:id' },
  { ...none, address: '/manager/dashboard', scripts: ['/assets/dashboard.js'] },
  { ...none, address: '/manager/:resource', scripts: ['/assets/list.js'] },
  { ...none, address: '/*', texts: { fr: ['/assets/common.json'] } },
];
const session = { rights: rightsOf.admin } as CurrentSession;
const reader = { rights: rightsOf.user } as CurrentSession;
const visit = { language: 'fr', session } as const;

describe('the links of a page', () => {
  const announce = announcer(pages);

  it('announce styles, code and texts in the language of the visitor', () => {
    expect(announce({ ...visit, url: '/login?redirect=/app', session: null })).toBe(
      '<link rel="stylesheet" crossorigin href="/assets/login.css">' +
        '<link rel="modulepreload" crossorigin href="/assets/login.js">' +
        '<link rel="preload" as="fetch" crossorigin href="/assets/fr.json">',
    );
  });

  it('announce no other language', () => {
    const links = announce({ url: '/login', language: 'ar', session: null });
    expect(links).toContain('/assets/ar.json');
    expect(links).not.toContain('/assets/fr.json');
  });

  it('are those of the page that the visitor will see', () => {
    expect(announce({ ...visit, url: '/app/books', session: null })).toContain('/assets/login.js');
    expect(announce({ ...visit, url: '/manager' })).toContain('/assets/dashboard.js');
    expect(announce({ ...visit, url: '/manager/genres' })).toContain('/assets/list.js');
  });

  it('are only what any page needs where an error comes of it', () => {
    const texts = '<link rel="preload" as="fetch" crossorigin href="/assets/common.json">';
    expect(announce({ ...visit, url: '/no/such/page' })).toBe(texts);
    expect(announce({ ...visit, url: '/manager/genres', session: reader })).toBe(texts);
  });
});

describe('the first call of a page', () => {
  const firstCall = firstCaller(pages);

  it('has the parameters of its address', () => {
    expect(firstCall({ ...visit, url: '/app/books/7?lng=fr' })).toBe('/api/books/7');
    expect(firstCall({ ...visit, url: '/app/books?lng=fr' })).toBe('/api/books?_start=0&_end=20');
    expect(firstCall({ ...visit, url: '/app/books?searchTerm=' })).toBe('/api/books?_start=0&_end=20');
    expect(firstCall({ ...visit, url: '/app/books?searchTerm=%C3%A9t%C3%A9+%26' })).toBe(
      '/api/books?_start=0&_end=20&q=%C3%A9t%C3%A9+%26',
    );
  });

  it('is not made by a page without data, nor without a session', () => {
    expect(firstCall({ ...visit, url: '/manager/dashboard' })).toBeUndefined();
    expect(firstCall({ ...visit, url: '/app/books', session: null })).toBeUndefined();
  });
});
