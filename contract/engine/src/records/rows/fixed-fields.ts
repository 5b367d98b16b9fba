import { PUBLIC, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';
import { SAMPLE_USER } from '#contract/schema/row-users.ts';
import { fixedValues, rowCondition } from './row-condition.ts';
import { sampleUserFields } from './user-fields.ts';

/** Returns the names of the fields whose value a role cannot choose in new records, because its rows fix it. */
function fixedFields(resource: Resource, role: Role): string[] {
  // Which fields are fixed is the same for all users of a role: only their values differ.
  const somebody = () => ({ ...SAMPLE_USER, fields: sampleUserFields(resource) });
  const actor = { role, ...(role === PUBLIC ? { id: null } : somebody()) };
  return Object.keys(fixedValues(rowCondition(resource, { actor, action: 'create' })));
}

/** Returns a resource in which the fields are marked whose value the rows of a role fix: new records need not state it. */
export function withFixedFields(resource: Resource, role: Role): Resource {
  const fixed = fixedFields(resource, role).filter((name) => Object.hasOwn(resource.fields, name));
  if (fixed.length === 0) return resource;
  // Without a prototype, like the fields of the resource itself: names from requests are looked up in it.
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
