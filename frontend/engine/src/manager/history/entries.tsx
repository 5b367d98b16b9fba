import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { groupEntries } from './group-entries.ts';
import styles from './history.module.css';
import { HistoryGroup, type ShownRecord } from './history-group.tsx';

interface EntriesProps {
  readonly entries: readonly HistoryEntry[];
  readonly record: ShownRecord;
}

/** Renders the history of a record: what was changed from what to what, by user and time. */
export function Entries({ entries, record }: EntriesProps) {
  return (
    <ol className={styles.groups}>
      {groupEntries(entries).map((group) => (
        <HistoryGroup key={group.id} group={group} record={record} all={entries} />
      ))}
    </ol>
  );
}
