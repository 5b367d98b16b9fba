import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';

/** Consecutive changes of one user, and with one API key if any, within some minutes, newest first. */
export interface EntryGroup {
  readonly id: string;
  readonly entries: readonly HistoryEntry[];
}

/** The longest time between two changes of a group. */
const APART_MS = 10 * 60_000;

/** Groups changes, which are sorted newest first, by user, API key and time. */
export function groupEntries(entries: readonly HistoryEntry[]): EntryGroup[] {
  const groups: { id: string; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const newer = group?.entries.at(-1);
    if (group && newer && belongTogether(newer, entry)) group.entries.push(entry);
    else groups.push({ id: entry.id, entries: [entry] });
  }
  return groups;
}

const belongTogether = (newer: HistoryEntry, older: HistoryEntry): boolean =>
  newer.actor?.id === older.actor?.id &&
  newer.impersonator?.id === older.impersonator?.id &&
  newer.apiKey?.id === older.apiKey?.id &&
  Date.parse(newer.at) - Date.parse(older.at) <= APART_MS;
