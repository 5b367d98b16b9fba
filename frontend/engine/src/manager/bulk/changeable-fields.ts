import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { fixedInUpdates } from '../row-rights.ts';

/** Returns the fields that can be set to the same value in several records. */
export function changeableFields(resource: Resource): ResourceField[] {
  const fixed = fixedInUpdates(resource);
  return Object.values(resource.fields).filter(
    ({ name, readOnly, unique }) => !readOnly && !unique && !fixed.includes(name),
  );
}
