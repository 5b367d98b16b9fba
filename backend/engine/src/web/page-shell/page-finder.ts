import { existingPages, type PageDefinition, type Pages } from '@bindery/contract/api/pages.ts';
import type { CurrentSession } from '@bindery/contract/records/init.ts';

/** A page at a path, with its route parameters as they are in the path. */
export interface FoundPage<Page> {
  readonly page: Page;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns a function that finds the page at a path among pages by route pattern: as in the browser, the one
 * with the fewest parameters, and `/*` last.
 */
export function createPageFinder<Page>(
  pages: readonly (readonly [address: string, page: Page])[],
): (path: string) => FoundPage<Page> | undefined {
  const known = pages
    .toSorted(([one], [other]) => parametersIn(one) - parametersIn(other))
    .map(([address, page]) => ({ page, pattern: patternOf(address) }));
  return (path) => {
    for (const { page, pattern } of known) {
      const match = pattern.exec(path);
      if (match) return { page, parameters: match.groups ?? {} };
    }
    return undefined;
  };
}

const ANY = '/*';

const parametersIn = (address: string) => (address === ANY ? Number.MAX_VALUE : address.split(':').length);

const patternOf = (address: string) =>
  address === ANY ? /^/ : new RegExp(`^${address.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

/**
 * Returns a function that finds the page that exists at a path; others get 404. Pages of single records
 * always exist: the page checks whether the record does.
 */
export function createExistingPageFinder(
  pages: Pages,
  resources: Readonly<Record<string, unknown>>,
): (path: string) => PageDefinition | undefined {
  const existing = Object.entries(existingPages(pages, resources));
  const find = createPageFinder([...existing, ['/manager', pages['/manager/dashboard']!]]);
  return (path) => {
    const { page, parameters: { resource } = {} } = find(path) ?? {};
    return resource === undefined || Object.hasOwn(resources, resource) ? page : undefined;
  };
}

/** Returns whether a visitor has a page's session and right besides its area's rule. */
export function mayOpen({ right, signedIn }: PageDefinition, session: CurrentSession | null): boolean {
  if (!right && !signedIn) return true;
  return session !== null && (!right || session.rights[right[0]]?.includes(right[1]) === true);
}
