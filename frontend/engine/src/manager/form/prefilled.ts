import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { writable } from './values.ts';

/** A reference that the URL of a form fills in. */
export interface Prefilled {
  readonly field: ResourceField;
  readonly id: string;
}

/** Returns the reference that the query parameters fill in, such as `?genre=ID`; the first one if there are several. */
export function prefilledBy(resource: Resource, parameters: URLSearchParams): Prefilled | undefined {
  for (const field of writable(resource)) {
    const id = field.to === undefined ? null : parameters.get(field.name);
    if (id) return { field, id };
  }
  return undefined;
}
