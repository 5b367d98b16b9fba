import type { Pages } from '#contract/api/pages.ts';

/** Pages that exist during development only: the table of pages and a build do not contain them. */
export const developerPages = {
  '/manager/developers': { area: 'manager', component: 'manager/developers/developers-page.tsx' },
} as const satisfies Pages;

/** Returns the name of the cookie with the role to view pages as in development. It grants nothing. */
export const viewingCookie = ({ slug }: { readonly slug: string }): string => `${slug}.viewing_as`;

/** The event that tells open pages which file restarts the development server. */
export const RESTART_EVENT = 'bindery:restart';

/** The event that tells open pages what has changed in `product.ts`. */
export const PRODUCT_EVENT = 'bindery:product';

/** What open pages show of a changed `product.ts`. */
export interface ChangedProduct {
  readonly name: string;
  readonly icon: string;
  /** The CSS variables of its colours. */
  readonly styles: string;
}

/** The header of every response of a development server that could not start; different for each start. */
export const FAILED_START = 'x-failed-start';
