import { check } from './check.ts';
import { checkDatabaseNames } from './check-database-names.ts';
import type { Entries, EntriesWith, Fields } from './entry.ts';
import { ResourceConfigError, RolesError } from './error.ts';
import { withLabels } from './label.ts';
import { normalise } from './normalise.ts';
import type { Resource, Resources } from './resource.ts';
import { type DefaultRole, defaultRoles, type Role, type Roles } from './roles.ts';
import type { Valid } from './valid-entries.ts';

/**
 * Converts the entries of resources.config.ts to Resources: checked, with all defaults filled in, frozen.
 * Without `roles` the roles are an admin, who enters the manager, and a user. Throws a ResourceConfigError
 * that lists every mistake which the types could not catch; a RolesError for roles that were not made with
 * `defineRoles`.
 */
export function defineResources<
  const C extends EntriesWith<U>,
  const R extends Role = DefaultRole,
  const U extends Fields = Record<never, never>,
>(stated: Valid<C, NoInfer<R>, U>, options?: { readonly roles?: Roles<R> }): Resources<C, R>;
// Values that pass the types are entries: the user of a row filter has the fields that they define
// themselves.
export function defineResources(entries: Entries, options: { readonly roles?: Roles } = {}): object {
  const roles: Roles = options.roles ?? defaultRoles;
  if (!Array.isArray(roles.names)) throw new RolesError(['they must be made with defineRoles']);
  const mistakes = check(entries, roles);
  if (mistakes.length > 0) throw new ResourceConfigError(mistakes);
  const byName = new Map<string, Resource>();
  const resourceNamed = (name: string) => byName.get(name);
  const resources = Object.entries(withLabels(entries)).map(([name, entry]) =>
    normalise(name, { entry, entries, roles, resourceNamed }),
  );
  for (const resource of resources) byName.set(resource.name, resource);
  const clashes = checkDatabaseNames(resources);
  if (clashes.length > 0) throw new ResourceConfigError(clashes);
  return Object.freeze(Object.fromEntries(resources.map((resource) => [resource.name, resource])));
}
