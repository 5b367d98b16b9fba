import { check } from './check.ts';
import { checkDatabaseNames } from './check-database-names.ts';
import type { Entries, Valid } from './entry.ts';
import { ResourceConfigError } from './error.ts';
import { withLabels } from './label.ts';
import { normalise } from './normalise.ts';
import type { Resources } from './resource.ts';

/**
 * Converts the entries of resources.config.ts to Resources: checked, all defaults filled in, frozen.
 * Throws a ResourceConfigError that lists every mistake which the types could not catch.
 */
export const defineResources = <const C extends Entries>(entries: C & Valid<C>): Resources<C> => {
  const mistakes = check(entries);
  if (mistakes.length > 0) throw new ResourceConfigError(mistakes);
  const resources = Object.entries(withLabels(entries)).map(([name, entry]) => normalise(name, entry));
  const clashes = checkDatabaseNames(resources);
  if (clashes.length > 0) throw new ResourceConfigError(clashes);
  return Object.freeze(
    Object.fromEntries(resources.map((resource) => [resource.name, resource])),
  ) as Resources<C>;
};
