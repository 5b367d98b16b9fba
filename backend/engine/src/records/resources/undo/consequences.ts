import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { AllResources } from '../query/labels.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import type { StoredEntry } from './entries.ts';

/**
 * Returns the records that caused a change of a batch: a record that was deleted, or restored, together with
 * the one that it refers to, and a reference that was cleared with it, or set again.
 */
function causesOf(resources: AllResources, { resource, action, changes }: StoredEntry): string[] {
  const onDelete = action === 'update' ? 'setNull' : 'cascade';
  return Object.values<ResourceField>(resources[resource]?.fields ?? {}).flatMap((field) => {
    const change = field.onDelete === onDelete && field.to !== undefined ? changes[field.name] : undefined;
    const [before, after] = [referenceIds(change?.before), referenceIds(change?.after)];
    return [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  });
}

/** Returns the changes of a batch that follow from others of it. */
export function consequencesOf(
  resources: AllResources,
  { entries, origins }: { entries: readonly StoredEntry[]; origins: readonly StoredEntry[] },
): Set<StoredEntry> {
  const followers = new Map<string, StoredEntry[]>();
  for (const entry of entries)
    for (const id of causesOf(resources, entry)) followers.set(id, [...(followers.get(id) ?? []), entry]);
  const given = new Set(origins);
  const found = new Set<StoredEntry>();
  const reached = origins.filter(({ action }) => action !== 'update').map(({ record }) => record);
  for (const id of reached)
    for (const entry of followers.get(id) ?? [])
      if (!given.has(entry) && !found.has(entry)) {
        found.add(entry);
        if (entry.action !== 'update') reached.push(entry.record);
      }
  return found;
}

/**
 * Returns the changes of a batch that follow from no other: what its user did, without the effects. Deletions
 * that only cause each other, in a cycle of references, all count as done by the user.
 */
export function originsIn(resources: AllResources, entries: readonly StoredEntry[]): StoredEntry[] {
  const written = new Set(entries.filter(({ action }) => action !== 'update').map(({ record }) => record));
  const origins = entries.filter(
    (entry) => !causesOf(resources, entry).some((id) => written.has(id) && id !== entry.record),
  );
  const reached = consequencesOf(resources, { entries, origins });
  const started = new Set(origins);
  return entries.filter((entry) => started.has(entry) || !reached.has(entry));
}
