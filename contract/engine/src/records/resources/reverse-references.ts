import { allows, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';
import { listCall, readAddress } from './list-address.ts';
import { allVisibleTo } from './visible.ts';

/** A field that refers to a resource, with the resource that it belongs to. */
export interface ReverseReference {
  readonly resource: Resource;
  readonly field: ResourceField;
}

/** Number of records per page of a panel of related records. */
export const RELATED_PAGE_SIZE = 10;

/** With more panels than this, all of them are collapsed at first, to give an overview. */
const MAX_OPEN_PANELS = 2;

/**
 * Returns the references to a resource among some resources. A reference that is no filter is left out:
 * without an index, its records cannot be listed.
 */
export const reverseReferences = (resources: readonly Resource[], to: string): ReverseReference[] =>
  resources.flatMap((resource) =>
    Object.values(resource.fields)
      .filter((field) => field.to === to && field.operators.includes('eq'))
      .map((field) => ({ resource, field })),
  );

/** Returns the references to a resource from the resources that a role may read. */
export const reverseReferencesFor = (
  resources: Readonly<Record<string, Resource>>,
  { to, role }: { to: string; role: Role },
): ReverseReference[] =>
  reverseReferences(
    Object.values(allVisibleTo(resources, [role])).filter((resource) =>
      allows(resource, { role, action: 'read' }),
    ),
    to,
  );

/** Returns whether the panels of related records are open at first. */
export const areOpenAtFirst = (references: readonly ReverseReference[]): boolean =>
  references.length <= MAX_OPEN_PANELS;

/** Returns the API call for the first records that refer to a record with one field. */
export function relatedCall({ resource, field }: ReverseReference, id: string): string {
  const address = readAddress(resource, new URLSearchParams({ [field.name]: id }));
  return listCall(resource, { address, size: RELATED_PAGE_SIZE });
}

/** Returns the API calls that a record's page makes for its related records on a first visit. */
export function firstRelatedCalls(
  references: readonly ReverseReference[],
  { to, id }: { to: string; id: string },
): string[] {
  if (references.length === 0) return [];
  const lists = references.map((reference) => relatedCall(reference, id));
  return [`/api/${to}/${id}/related`, ...(areOpenAtFirst(references) ? lists : [])];
}
