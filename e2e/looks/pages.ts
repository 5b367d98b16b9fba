import { type View, views } from '@bindery/tools/testing/browser/views.ts';

/**
 * The views with stored pictures: each kind of page once, in its distinct states, on the desktop. The value
 * is the phone of its second picture, in one of the two variants, unless another page has the same layout
 * there.
 */
const PHONES: Readonly<Record<string, VariantName | undefined>> = {
  login: 'en light phone',
  'not found': undefined,
  app: 'ar dark phone',
  'app account': 'en light phone',
  'app account changing the name': undefined,
  'app books': 'en light phone',
  'app books not found': undefined,
  'app book': 'ar dark phone',
  dashboard: 'ar dark phone',
  'account menu': 'ar dark phone',
  'command palette': 'ar dark phone',
  history: 'en light phone',
  books: 'en light phone',
  'books filtered': 'en light phone',
  'books columns': undefined,
  'books imported': undefined,
  users: 'ar dark phone',
  // Not right after the list of books: the page of a record has links to its neighbours then.
  book: 'en light phone',
  'book changed': 'ar dark phone',
  user: 'en light phone',
};

const named = (name: string): View => {
  const view = views.find((one) => one.name === name);
  if (!view) throw new Error(`There is no view ${name} to take a picture of: correct e2e/looks/pages.ts`);
  return view;
};

/** The view of the tests of every page has a random address. */
const CODE: View = { name: 'code', by: 'stranger', address: '/login/verify?email=ada@example.com' };

/** Returns the pages with stored pictures in a variant. */
export const picturedPages = (variant: VariantName): readonly View[] =>
  [...Object.entries(PHONES), ['code', 'ar dark phone'] as const]
    .filter(([, phone]) => variant === 'en light desktop' || variant === phone)
    .map(([name]) => (name === CODE.name ? CODE : named(name)));

const DESKTOP = { width: 1280, height: 800 } as const;
const PHONE = { width: 390, height: 844 } as const;

/** A variant in which a page is viewed. */
export const variants = {
  'en light desktop': { language: 'en', theme: 'light', viewport: DESKTOP },
  'en light phone': { language: 'en', theme: 'light', viewport: PHONE },
  'ar dark phone': { language: 'ar', theme: 'dark', viewport: PHONE },
} as const;
/** The name of a variant. */
export type VariantName = keyof typeof variants;
