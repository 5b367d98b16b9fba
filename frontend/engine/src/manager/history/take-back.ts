import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { may } from '#frontend/shell/auth/session.ts';
import type { ManagerRecord } from '../resource.ts';
import { keptFields, mayWith } from '../row-rights.ts';

/** Returns the fields of an update that taking it back would write. */
export const revertibleFields = (resource: Resource, { changes }: Pick<HistoryEntry, 'changes'>): string[] =>
  Object.keys(changes).filter((name) => resource.fields[name] && !resource.fields[name].readOnly);

/**
 * Returns whether the user may take a change back, as far as rights, the record and its fields tell; without the record, it
 * no longer exists. The server decides, also by what has happened since.
 */
export function mayTakeBack(
  resource: Resource,
  entry: Pick<HistoryEntry, 'action' | 'changes'>,
  { item, isNewest }: { item: ManagerRecord | undefined; isNewest: boolean },
): boolean {
  if (entry.action === 'create') return false;
  if (entry.action === 'delete') return !item && isNewest && may(resource.singular, 'create');
  if (!item) return false;
  // Only as long as nothing else has been done to the record.
  if (entry.action === 'archive') return isNewest && mayWith(resource, 'restore', item);
  if (entry.action === 'restore') return isNewest && mayWith(resource, 'delete', item);
  if (!mayWith(resource, 'update', item)) return false;
  const fields = revertibleFields(resource, entry);
  const kept = keptFields(resource, item);
  return fields.length > 0 && !fields.some((name) => Object.hasOwn(kept, name));
}
