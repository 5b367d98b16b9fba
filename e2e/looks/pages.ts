import { type View, views } from '@bindery/tools/testing/browser/views.ts';

/** The views with stored pictures: each kind of page once, in its distinct states. */
const NAMES = [
  ...['login', 'login with an empty form sent', 'no account', 'not found'],
  ...['app', 'app without the manager', 'app account', 'app account changing the name'],
  ...['app books', 'app books searched', 'app books not found', 'app book'],
  ...['no access', 'dashboard', 'account menu', 'command palette', 'history', 'manager account'],
  ...['books', 'books filtered', 'books columns', 'books not found', 'book', 'new book', 'books imported'],
  ...['book changed', 'genres', 'users', 'user'],
] as const;

const named = (name: string): View => {
  const view = views.find((one) => one.name === name);
  if (!view) throw new Error(`There is no view ${name} to take a picture of: correct e2e/looks/pages.ts`);
  return view;
};

const CODE: View = { name: 'code', by: 'stranger', address: '/login/verify?email=ada@example.com' };

/** Phones have no button for columns. */
const ONLY_WIDE = ['books columns'];

/**
 * Returns the pages with stored pictures: all of them on the desktop, and on phones each in one of the two
 * variants, in turn.
 */
export function picturedPages(variant: VariantName): readonly View[] {
  const pages = [...NAMES.map(named), CODE];
  if (!variant.includes('phone')) return pages;
  const addresses = [...new Set(pages.map(({ address }) => address))];
  const turn = variant === 'en light phone' ? 0 : 1;
  return pages.filter(
    ({ name, address }) => !ONLY_WIDE.includes(name) && addresses.indexOf(address) % 2 === turn,
  );
}

/** A variant in which a page is viewed. */
export const variants = {
  'en light desktop': { language: 'en', theme: 'light', viewport: { width: 1280, height: 800 } },
  'en light phone': { language: 'en', theme: 'light', viewport: { width: 390, height: 844 } },
  'ar dark phone': { language: 'ar', theme: 'dark', viewport: { width: 390, height: 844 } },
} as const;
/** The name of a variant. */
export type VariantName = keyof typeof variants;
