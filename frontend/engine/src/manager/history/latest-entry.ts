import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { apiOf } from '../resource-api.ts';

/** A record, also one that no longer exists. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
}

/** Returns the newest entry of a record's history; undefined if the user may not read it. Throws an HttpError. */
export async function readLatestEntry({ resource, id }: NamedRecord): Promise<HistoryEntry | undefined> {
  return (await apiOf(resource.name).history({ params: { id } })).body[0];
}

/** Returns whether an entry says that its record is gone: deleted, or put into the archive. */
export const isRemoval = ({ action }: HistoryEntry): boolean => action === 'delete' || action === 'archive';

/** Brings a record back that was deleted last, with its id and its values. Throws an HttpError. */
export async function bringBack(record: NamedRecord): Promise<void> {
  const entry = await readLatestEntry(record);
  if (entry) await apiOf(record.resource.name).undo({ params: { id: record.id, entry: entry.id } });
}
