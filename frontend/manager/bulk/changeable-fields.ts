import type { Resource, ResourceField } from '#contract/schema/index.ts';

/** Returns the fields that several records can have changed to the same value. */
export const changeableFields = (resource: Resource): ResourceField[] =>
  Object.values(resource.fields).filter(({ readOnly, unique }) => !readOnly && !unique);
