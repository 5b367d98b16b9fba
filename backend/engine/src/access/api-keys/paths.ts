import type { AllResources } from '@bindery/contract/schema/index.ts';

/** Operations on the account of a user, not on the record. */
const ACCOUNTS = /^\/api\/users\/[^/]+\/(sessions|api-keys|ban|impersonate)(\/|$)/;

/** The shared endpoints of all resources, and the document that describes them. */
const SHARED = /^\/api\/(files(\/|$)|imports\/|history(\/|$)|openapi\.json$)/;

/**
 * Returns the function that decides whether an API key reaches a path: the endpoints of resources and of
 * their extensions, files, imports, history. Not sign-in, sessions, accounts, keys, or what only pages need.
 */
export function createKeyPaths(resources: AllResources): (path: string) => boolean {
  const names = Object.keys(resources).join('|');
  const records = new RegExp(`^/api/(${names})(/|$)`, 'i');
  return (path) => SHARED.test(path) || (records.test(path) && !ACCOUNTS.test(path));
}
