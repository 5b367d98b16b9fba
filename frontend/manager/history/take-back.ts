import type { HistoryEntry } from '#contract/resources/history.ts';
import type { Resource } from '#contract/schema/index.ts';
import { may } from '../../auth/session.ts';

/** Returns the fields of an update that taking it back would write. */
export const revertibleFields = (resource: Resource, { changes }: Pick<HistoryEntry, 'changes'>): string[] =>
  Object.keys(changes).filter((name) => resource.fields[name] && !resource.fields[name].readOnly);

/**
 * Returns whether the user may take a change back, as far as rights and fields tell. The server decides, also by
 * what has happened since.
 */
export const mayTakeBack = (
  resource: Resource,
  entry: Pick<HistoryEntry, 'action' | 'changes'>,
  { isGone, isNewest }: { isGone: boolean; isNewest: boolean },
): boolean => {
  if (entry.action === 'create') return false;
  // Only as long as nothing else has been done to the record.
  if (entry.action === 'archive') return isNewest && !isGone && may(resource.singular, 'restore');
  if (entry.action === 'restore') return isNewest && !isGone && may(resource.singular, 'delete');
  if (entry.action === 'delete') return isGone && isNewest && may(resource.singular, 'create');
  return !isGone && may(resource.singular, 'update') && revertibleFields(resource, entry).length > 0;
};
