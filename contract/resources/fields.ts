import type { Operator } from '#contract/schema/fields/field.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';

/** Returns all fields of a resource except the id, in the order of the JSON output. */
export const fieldsOf = (resource: Resource): ResourceField[] => [
  ...Object.values(resource.fields),
  ...Object.values(resource.own),
];

/** Returns the name of a filter in the API's query string and in a list page's URL: `title`, `pages_gte`. */
export const parameterOf = ({ name }: { readonly name: string }, operator: Operator): string =>
  operator === 'eq' ? name : `${name}_${operator}`;
