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

/** Pages written by hand for a resource, which are there as long as it is. */
const OF_RESOURCES: Readonly<Record<string, readonly string[]>> = { books: ['/app/books', '/app/books/:id'] };

/**
 * Whether a page stands at this address, so that another one is answered with 404. Pages of single records are
 * taken to exist: whether the record does is found out by the page.
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
