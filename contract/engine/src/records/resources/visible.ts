import type { Resource, ResourceField, Role } from '#contract/schema/index.ts';
import { mapResources } from './fields.ts';

/**
 * Returns a resource as visible to some roles: without fields that any of the roles may not read, and with
 * fields that any of them may not write as read-only. Requests and responses are validated against the
 * result, so a hidden field is indistinguishable from a nonexistent one.
 */
export const visibleTo = (resource: Resource, roles: readonly Role[]): Resource => {
  const isVisible = ({ readBy }: ResourceField) => roles.every((role) => readBy.includes(role));
  const isWritable = ({ writeBy }: ResourceField) => roles.every((role) => writeBy.includes(role));
  const all = Object.entries(resource.fields);
  if (all.every(([, field]) => isVisible(field) && isWritable(field))) return resource;
  const fields = all
    .filter(([, field]) => isVisible(field))
    .map(([name, field]) => [name, { ...field, readOnly: field.readOnly || !isWritable(field) }]);
  // Without a prototype, like the fields of the resource itself: requests provide the names to look up.
  const visible: Record<string, ResourceField> = Object.assign(
    Object.create(null),
    Object.fromEntries(fields),
  );
  const isThere = (name: string) => Object.hasOwn(visible, name);
  return Object.freeze({
    ...resource,
    fields: Object.freeze(visible),
    search: resource.search.filter(isThere),
    list: resource.list.filter(isThere),
    layout: resource.layout
      .map((section) => ({ ...section, fields: section.fields.filter(isThere) }))
      .filter(({ fields }) => fields.length > 0),
    sort:
      isThere(resource.sort.field) || Object.hasOwn(resource.own, resource.sort.field)
        ? resource.sort
        : BY_ID,
  });
};

/** The default order if the entry's sort field is hidden. */
const BY_ID = { field: 'id', direction: 'asc' } as const;

/** Returns all resources as visible to some roles. */
export const allVisibleTo = <R extends object>(resources: R, roles: readonly Role[]): R =>
  mapResources(resources, (resource) => visibleTo(resource, roles));
