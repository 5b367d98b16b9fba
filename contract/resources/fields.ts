import type { Resource, ResourceField } from '#contract/schema/index.ts';

/** A field of a resource by its name, also one of those that every record has; undefined when there is none. */
export const fieldOf = (resource: Resource, name: string): ResourceField | undefined =>
  Object.hasOwn(resource.fields, name)
    ? resource.fields[name]
    : Object.hasOwn(resource.own, name)
      ? resource.own[name as keyof Resource['own']]
      : undefined;

/** All fields of a resource but the id, in the order in which they come out. */
export const fieldsOf = (resource: Resource): ResourceField[] => [
  ...Object.values(resource.fields),
  ...Object.values(resource.own),
];
