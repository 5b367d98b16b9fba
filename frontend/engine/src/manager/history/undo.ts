import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { undoRights } from '@bindery/contract/records/resources/undo-rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { apiOf, type ManagerRecord } from '../resource.ts';
import { canUndo, lockedFields, mayWith } from '../row-rights.ts';

/** Returns the fields that undoing an update would write. */
export const revertibleFields = (resource: Resource, { changes }: Pick<HistoryChange, 'changes'>): string[] =>
  Object.keys(changes).filter((name) => resource.fields[name] && !resource.fields[name].readOnly);

type UndoneChange = Pick<HistoryChange, 'action' | 'changes' | 'undone'>;

/**
 * Returns whether the user may undo a change of some record, as far as rights and its fields decide it. The
 * server decides, also considering the record and later changes.
 */
export function mayUndo(resource: Resource, change: UndoneChange): boolean {
  if (change.action === 'create' || change.undone) return false;
  if (!canUndo(resource, change.action)) return false;
  return change.action !== 'update' || revertibleFields(resource, change).length > 0;
}

/** Returns whether the user may undo a change of a known record; without the record, it no longer exists. */
export function mayUndoOf(
  resource: Resource,
  change: UndoneChange,
  { item, isNewest }: { item: ManagerRecord | undefined; isNewest: boolean },
): boolean {
  if (!mayUndo(resource, change)) return false;
  if (change.action === 'delete') return !item && isNewest;
  if (!item || !mayWith(resource, undoRights[change.action], item)) return false;
  // Only if the record has not changed since.
  if (change.action !== 'update') return isNewest;
  const locked = lockedFields(resource, item);
  return !revertibleFields(resource, change).some((name) => Object.hasOwn(locked, name));
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
