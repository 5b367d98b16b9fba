import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { apiOf, type ManagerRecord } from '../resource.ts';
import { lockedFields, mayWith } from '../row-rights.ts';

/** Returns the fields that undoing an update would write. */
export const revertibleFields = (resource: Resource, { changes }: Pick<HistoryChange, 'changes'>): string[] =>
  Object.keys(changes).filter((name) => resource.fields[name] && !resource.fields[name].readOnly);

/**
 * Returns whether the user may undo a change, as far as rights, the record and its fields decide it; without
 * the record, it no longer exists. The server decides, also considering later changes.
 */
export function mayUndo(
  resource: Resource,
  change: Pick<HistoryChange, 'action' | 'changes'>,
  { item, isNewest }: { item: ManagerRecord | undefined; isNewest: boolean },
): boolean {
  if (change.action === 'create') return false;
  if (change.action === 'delete') return !item && isNewest && may(resource.singular, 'create');
  if (!item) return false;
  // Only if the record has not changed since.
  if (change.action === 'archive') return isNewest && mayWith(resource, 'restore', item);
  if (change.action === 'restore') return isNewest && mayWith(resource, 'delete', item);
  if (!mayWith(resource, 'update', item)) return false;
  const fields = revertibleFields(resource, change);
  const locked = lockedFields(resource, item);
  return fields.length > 0 && !fields.some((name) => Object.hasOwn(locked, name));
}

/** A record, which may no longer exist. */
interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
}

/**
 * Returns the newest change of a record; undefined if the user may not read its history. Throws an HttpError.
 */
export async function readLatestChange({ resource, id }: NamedRecord): Promise<HistoryChange | undefined> {
  return (await apiOf(resource.name).history({ params: { id } })).body[0];
}

/** Returns whether a change has deleted or archived its record. */
export const isRemoval = ({ action }: HistoryChange): boolean => action === 'delete' || action === 'archive';

/** Restores a record whose last change is its deletion, with its id and its values. Throws an HttpError. */
export async function bringBack(record: NamedRecord): Promise<void> {
  const change = await readLatestChange(record);
  if (change) await apiOf(record.resource.name).undo({ params: { id: record.id, change: change.id } });
}
