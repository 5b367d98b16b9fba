import { PUBLIC, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';
import { SAMPLE_USER } from '#contract/schema/row-users.ts';
import { fixedValues, rowFilter } from './row-filter.ts';
import { sampleUserFields } from './user-fields.ts';

/**
 * Returns the names of the fields that a role cannot choose in new records, because its row filter fixes
 * them.
 */
function fixedFields(resource: Resource, role: Role): string[] {
  // Which fields are fixed is the same for all users of a role; only the values differ.
  const somebody = () => ({ ...SAMPLE_USER, fields: sampleUserFields(resource) });
  const actor = { role, ...(role === PUBLIC ? { id: null } : somebody()) };
  return Object.keys(fixedValues(rowFilter(resource, { actor, action: 'create' })));
}

/** Marks the fields of a resource that the row filter of a role fixes: new records may omit them. */
export function withFixedFields(resource: Resource, role: Role): Resource {
  const fixed = fixedFields(resource, role).filter((name) => Object.hasOwn(resource.fields, name));
  if (fixed.length === 0) return resource;
  // Without a prototype, like the fields of the resource itself: requests provide the names to look up.
  const fields: Record<string, ResourceField> = Object.assign(Object.create(null), resource.fields);
  for (const name of fixed) fields[name] = { ...fields[name]!, isFixed: true };
  return Object.freeze({ ...resource, fields: Object.freeze(fields) });
}

/** Applies `withFixedFields` to all resources. */
export const allWithFixedFields = <R extends object>(resources: R, role: Role): R =>
  Object.fromEntries(
    Object.entries(resources as Record<string, Resource>).map(([name, resource]) => [
      name,
      withFixedFields(resource, role),
    ]),
  ) as R;
