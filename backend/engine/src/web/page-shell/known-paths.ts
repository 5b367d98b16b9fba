import { existingPages, type PageDefinition, type Pages } from '@bindery/contract/api/pages.ts';
import { pages as pageTable } from '@bindery/contract/api/read-pages.ts';
import type { CurrentSession } from '@bindery/contract/records/init.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';

/** Returns the check of the session and the right that a page requires besides the rule of its area. */
export function createRightCheck(
  pages: Pages = pageTable,
): (path: string, session: CurrentSession | null) => boolean {
  const guarded = Object.entries(pages).flatMap(([address, { right, signedIn }]) =>
    right || signedIn ? [{ pattern: patternOf(address), right }] : [],
  );
  const has = (session: CurrentSession, right: PageDefinition['right']) =>
    right === undefined || session.rights[right[0]]?.includes(right[1]) === true;
  return (path, session) =>
    guarded.every(({ pattern, right }) => !pattern.test(path) || (session !== null && has(session, right)));
}

const patternOf = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`);

/**
 * Returns a function that tests whether a page exists at a path; others get 404. Pages of single records
 * always match: the page checks whether the record exists.
 */
export function createPathMatcher(
  resources: Readonly<Record<string, Resource>>,
  pages: Pages = pageTable,
): (path: string) => boolean {
  const generated = (address: string) =>
    Object.keys(resources).map((name) => address.replace(':resource', name));
  const addresses = Object.keys(existingPages(pages, resources)).flatMap((address) =>
    address.includes(':resource') ? generated(address) : [address],
  );
  const patterns = ['/manager', ...addresses].map(patternOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
}
