import type { Operator } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';

/** All fields of a resource but the id, in the order in which they come out. */
export const fieldsOf = (resource: Resource): ResourceField[] => [
  ...Object.values(resource.fields),
  ...Object.values(resource.own),
];

/** The name of a filter in the API's query string, and in the address of a list: `title`, `pages_gte`. */
export const parameterOf = ({ name }: { readonly name: string }, operator: Operator): string =>
  operator === 'eq' ? name : `${name}_${operator}`;
