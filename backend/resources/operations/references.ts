import type { Resource, ResourceField } from '#contract/schema/index.ts';
import type { AllResources } from '../query/labels.ts';

/** A field that refers to a resource, with the resource it belongs to. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: ResourceField;
}

/** The fields that refer to a resource and do this when the record they name is deleted. */
export const referrersOf = (
  resources: AllResources,
  { to, onDelete }: { to: string; onDelete: ResourceField['onDelete'] },
): Referrer[] =>
  Object.values(resources).flatMap((resource) =>
    Object.values<ResourceField>(resource.fields)
      .filter((field) => field.to === to && field.onDelete === onDelete)
      .map((field) => ({ resource, field })),
  );

/** The resources that may lose records, by references that cascade, when one of this resource is deleted. */
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
