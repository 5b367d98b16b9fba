import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { apiOf } from '../resource-api.ts';

/** A record, which may no longer exist. */
interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
}

/** Returns the newest change of a record; undefined if the user may not read its history. Throws an HttpError. */
export async function readLatestEntry({ resource, id }: NamedRecord): Promise<HistoryEntry | undefined> {
  return (await apiOf(resource.name).history({ params: { id } })).body[0];
}

/** Returns whether a change has deleted or archived its record. */
export const isRemoval = ({ action }: HistoryEntry): boolean => action === 'delete' || action === 'archive';

/** Restores a record whose last change is its deletion, with its id and its values. Throws an HttpError. */
export async function bringBack(record: NamedRecord): Promise<void> {
  const entry = await readLatestEntry(record);
  if (entry) await apiOf(record.resource.name).undo({ params: { id: record.id, entry: entry.id } });
}
