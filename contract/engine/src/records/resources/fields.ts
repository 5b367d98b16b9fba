import type { Operator } from '#contract/schema/fields/field.ts';
import type { JoinTable, Resource, ResourceField } from '#contract/schema/index.ts';

/** Returns all fields of a resource except the id, in the order of the JSON output. */
export const fieldsOf = (resource: Resource): ResourceField[] => [
  ...Object.values(resource.fields),
  ...Object.values(resource.own),
];

/** Returns all resources, each as `map` returns it. */
export const mapResources = <R extends object>(resources: R, map: (resource: Resource) => Resource): R =>
  Object.fromEntries(
    Object.entries(resources as Record<string, Resource>).map(([name, resource]) => [name, map(resource)]),
  ) as R;

/** Returns whether a JSON value is empty. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Returns the fields with a column in the resource's own table. */
export const columnFields = (resource: Resource): ResourceField[] =>
  Object.values(resource.fields).filter(({ join, computed }) => !join && !computed);

/** Returns the fields with a join table. */
export const joinFields = (resource: Resource): (ResourceField & { readonly join: JoinTable })[] =>
  Object.values(resource.fields).flatMap((field) => (field.join ? [{ ...field, join: field.join }] : []));

/** Returns the name of a filter in the API's query string and in a list page's URL: `title`, `pages_gte`. */
export const parameterOf = ({ name }: { readonly name: string }, operator: Operator): string =>
  operator === 'eq' ? name : `${name}_${operator}`;
