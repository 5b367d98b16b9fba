import type { AllResources, ResourceField } from '@bindery/contract/schema/index.ts';
import type { GroupedChange } from './group-changes.ts';

/**
 * Reports a field that its entry has renamed (`was`) with its current name, instead of as removed and added.
 * The change stays breaking: callers know the old name.
 */
export function nameRenamed(changes: readonly GroupedChange[], resources: AllResources): GroupedChange[] {
  const added = new Map(changes.filter(isNew).map((change) => [keyOf(change), change]));
  const told = new Set<GroupedChange>();
  const renamed = changes.map((change): GroupedChange => {
    const name = change.what === 'is removed' ? presentName(change, resources) : undefined;
    const twin = name === undefined ? undefined : added.get(keyOf({ ...change, name }));
    if (!twin || twin.endpoints.join() !== change.endpoints.join()) return change;
    told.add(twin);
    return { ...change, what: `is now called ${twin.name.split('.').at(-1)}` };
  });
  return renamed.filter((change) => !told.has(change));
}

const isNew = ({ what, verdict }: GroupedChange): boolean => /^is new\b/.test(what) && verdict === 'safe';

const keyOf = ({ resource, part, name }: Pick<GroupedChange, 'resource' | 'part' | 'name'>): string =>
  JSON.stringify([resource, part, name]);

/**
 * The name of a removed property or filter with the current name of its last part; undefined if there is
 * none.
 */
function presentName({ resource, name }: GroupedChange, resources: AllResources): string | undefined {
  if (!Object.hasOwn(resources, resource)) return undefined;
  const path = name.split('.');
  const field = Object.values<ResourceField>(resources[resource]!.fields).find(
    ({ was }) => was === path.at(-1),
  );
  return field && path.with(-1, field.name).join('.');
}
