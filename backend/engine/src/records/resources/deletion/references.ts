import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { AllResources } from '../query/labels.ts';

/** A field that refers to a resource, with the resource that it belongs to. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: ResourceField;
}

/** Returns the fields that refer to a resource and have this `onDelete` action. */
export const referrersOf = (
  resources: AllResources,
  { to, onDelete }: { to: string; onDelete: ResourceField['onDelete'] },
): Referrer[] =>
  Object.values(resources).flatMap((resource) =>
    Object.values<ResourceField>(resource.fields)
      .filter((field) => field.to === to && field.onDelete === onDelete)
      .map((field) => ({ resource, field })),
  );

/**
 * Returns the resources that may lose records through cascading references when a record of this one is
 * deleted.
 */
export function cascadeTargets(name: string, resources: AllResources): Set<string> {
  const reached = new Set<string>();
  const follow = (to: string) => {
    for (const { resource } of referrersOf(resources, { to, onDelete: 'cascade' })) {
      if (reached.has(resource.name)) continue;
      reached.add(resource.name);
      follow(resource.name);
    }
  };
  follow(name);
  return reached;
}
