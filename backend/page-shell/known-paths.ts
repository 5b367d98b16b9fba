import type { Resource } from '#contract/schema/index.ts';

const FIXED = [
  '/login',
  '/login/verify',
  '/login/error',
  '/app',
  '/app/account',
  '/manager',
  '/manager/dashboard',
  '/manager/account',
];

/** Handwritten pages of a resource, which exist as long as the resource does. */
const OF_RESOURCES: Readonly<Record<string, readonly string[]>> = { books: ['/app/books', '/app/books/:id'] };

/**
 * Returns a function that tests whether a page exists at a path; others get 404. Pages of single records always
 * match: whether the record exists is checked by the page.
 */
export function createPathMatcher(resources: Readonly<Record<string, Resource>>): (path: string) => boolean {
  const generated = Object.keys(resources).flatMap((name) =>
    ['', '/new', '/:id', '/:id/update'].map((rest) => `/manager/${name}${rest}`),
  );
  const byHand = Object.keys(resources).flatMap((name) => OF_RESOURCES[name] ?? []);
  const patterns = [...FIXED, ...byHand, ...generated].map(
    (address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  );
  return (path) => patterns.some((pattern) => pattern.test(path));
}
