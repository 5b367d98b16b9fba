import type { Resource, ResourceField, Role } from '#contract/schema/index.ts';

/**
 * A resource as some roles see it: without the fields that one of them may not read, as if the entry had none of them.
 * What a caller sends and is told is checked against this, so that a hidden field cannot be told from one that is not there.
 */
export const visibleTo = (resource: Resource, roles: readonly Role[]): Resource => {
  const isVisible = ({ readBy }: ResourceField) => roles.every((role) => readBy.includes(role));
  const fields = Object.entries<ResourceField>(resource.fields).filter(([, field]) => isVisible(field));
  if (fields.length === Object.keys(resource.fields).length) return resource;
  // Without a prototype, like the fields of the resource itself: names that callers give are looked up in it.
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
    sort:
      isThere(resource.sort.field) || Object.hasOwn(resource.own, resource.sort.field)
        ? resource.sort
        : BY_ID,
  });
};

/** The order where the entry's own field is hidden. */
const BY_ID = { field: 'id', direction: 'asc' } as const;

/** All resources as some roles see them. */
export const allVisibleTo = <R extends object>(resources: R, roles: readonly Role[]): R =>
  Object.fromEntries(
    Object.entries(resources as Record<string, Resource>).map(([name, resource]) => [
      name,
      visibleTo(resource, roles),
    ]),
  ) as R;
