import type { ReverseReference } from '@bindery/contract/records/resources/reverse-references.ts';
import type { AllResources, ResourceField } from '@bindery/contract/schema/index.ts';

const known = new WeakMap<AllResources, Map<string, readonly ReverseReference[]>>();

/** Returns the fields that refer to a resource and have this `onDelete` action. */
export function referrersOf(
  resources: AllResources,
  { to, onDelete }: { to: string; onDelete: ResourceField['onDelete'] },
): readonly ReverseReference[] {
  const ofTargets = known.get(resources) ?? referrersByTarget(resources);
  known.set(resources, ofTargets);
  return ofTargets.get(`${to} ${onDelete}`) ?? [];
}

/** Groups the fields that refer to others by target and `onDelete` action. */
function referrersByTarget(resources: AllResources): Map<string, ReverseReference[]> {
  const referrers = Object.values(resources).flatMap((resource) =>
    Object.values(resource.fields).map((field): ReverseReference => ({ resource, field })),
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
