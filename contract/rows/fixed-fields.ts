import { PUBLIC, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';
import { fixedValues, rowCondition } from './row-condition.ts';
import { sampleUserFields } from './user-fields.ts';

/** Any user: which fields are fixed is the same for all of a role, only their values differ. */
const SOMEBODY = { id: '00000000-0000-7000-8000-000000000000', email: 'somebody@example.com' };

/** Returns the names of the fields whose value a role cannot choose in new records, because its rows fix it. */
export function fixedFields(resource: Resource, role: Role): string[] {
  const somebody = () => ({ ...SOMEBODY, fields: sampleUserFields(resource) ?? {} });
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

/** Does so for all resources. */
export const allWithFixedFields = <R extends object>(resources: R, role: Role): R =>
  Object.fromEntries(
    Object.entries(resources as Record<string, Resource>).map(([name, resource]) => [
      name,
      withFixedFields(resource, role),
    ]),
  ) as R;
