import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { withDayTitles } from './day-title.ts';
import { groupEntries } from './group-entries.ts';
import styles from './history.module.css';
import { HistoryGroup, type ShownRecord } from './history-group.tsx';

interface EntriesProps {
  readonly entries: readonly HistoryEntry[];
  readonly record: ShownRecord;
}

/** Renders the history of a record: the values before and after each change, by day, user and time. */
export function Entries({ entries, record }: EntriesProps) {
  const { language } = useLanguage();
  const groups = withDayTitles(groupEntries(entries), {
    language,
    timeOf: (group) => group.entries[0]?.at ?? '',
  });
  return (
    <ol className={styles.groups}>
      {groups.map(({ item, day }) => (
        <HistoryGroup key={item.id} group={item} day={day} record={record} all={entries} />
      ))}
    </ol>
  );
}
