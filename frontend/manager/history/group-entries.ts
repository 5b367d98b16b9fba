import type { HistoryEntry } from '#contract/resources/history.ts';

/** Consecutive entries of one user within some minutes, the newest first. */
export interface EntryGroup {
  readonly id: string;
  readonly entries: readonly HistoryEntry[];
}

/** The longest time between two entries of a group. */
const APART_MS = 10 * 60_000;

/** Groups entries, which are sorted from the newest on, by their user and by time. */
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
  Date.parse(newer.at) - Date.parse(older.at) <= APART_MS;
