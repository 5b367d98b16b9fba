import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';

/** A field that refers to a resource, with the resource that it belongs to. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: ResourceField;
}

const known = new WeakMap<AllResources, Map<string, readonly Referrer[]>>();

/** Returns the fields that refer to a resource and have this `onDelete` action. */
export function referrersOf(
  resources: AllResources,
  { to, onDelete }: { to: string; onDelete: ResourceField['onDelete'] },
): readonly Referrer[] {
  const ofTargets = known.get(resources) ?? referrersByTarget(resources);
  known.set(resources, ofTargets);
  return ofTargets.get(`${to} ${onDelete}`) ?? [];
}

/** Groups the fields that refer to others by target and `onDelete` action. */
function referrersByTarget(resources: AllResources): Map<string, Referrer[]> {
  const referrers = Object.values(resources).flatMap((resource) =>
    Object.values(resource.fields).map((field): Referrer => ({ resource, field })),
  );
  return Map.groupBy(referrers, ({ field: { to, onDelete } }) => `${to} ${onDelete}`);
}

/** Returns the resources that may lose records through cascades when a record of this one is deleted. */
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
