import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { may } from '#frontend/shell/auth/session.ts';
import type { ManagerRecord } from '../resource.ts';
import { lockedFields, mayWith } from '../row-rights.ts';

/** Returns the fields that undoing an update would write. */
export const revertibleFields = (resource: Resource, { changes }: Pick<HistoryEntry, 'changes'>): string[] =>
  Object.keys(changes).filter((name) => resource.fields[name] && !resource.fields[name].readOnly);

/**
 * Returns whether the user may undo a change, as far as rights, the record and its fields decide it; without
 * the record, it no longer exists. The server decides, also considering later changes.
 */
export function mayUndo(
  resource: Resource,
  entry: Pick<HistoryEntry, 'action' | 'changes'>,
  { item, isNewest }: { item: ManagerRecord | undefined; isNewest: boolean },
): boolean {
  if (entry.action === 'create') return false;
  if (entry.action === 'delete') return !item && isNewest && may(resource.singular, 'create');
  if (!item) return false;
  // Only if the record has not changed since.
  if (entry.action === 'archive') return isNewest && mayWith(resource, 'restore', item);
  if (entry.action === 'restore') return isNewest && mayWith(resource, 'delete', item);
  if (!mayWith(resource, 'update', item)) return false;
  const fields = revertibleFields(resource, entry);
  const locked = lockedFields(resource, item);
  return fields.length > 0 && !fields.some((name) => Object.hasOwn(locked, name));
}
