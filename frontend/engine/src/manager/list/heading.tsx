import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { type ListColumn, type ListTable, toggleSort } from './list-table.ts';
import styles from './table.module.css';

interface HeadingProps {
  table: ListTable;
  column: ListColumn;
}

/** Renders the heading of a column, whose button sorts by it; with Shift, in addition to other columns. */
export function Heading({ table, column }: HeadingProps) {
  const { label, atEnd, share } = column.columnDef.meta!;
  const direction = column.getIsSorted() || undefined;
  return (
    <th
      scope="col"
      data-at-end={atEnd}
      // Only the first sort column, as ARIA wants; the button names the place of each.
      {...(column.getSortIndex() === 0 && {
        'aria-sort': direction === 'desc' ? 'descending' : 'ascending',
      })}
    >
      <div className={styles.heading} data-share={share !== undefined || undefined}>
        {column.getCanSort() ? (
          <SortButton table={table} column={column} />
        ) : (
          <span className={styles.label} data-cut="content">
            {label}
          </span>
        )}
      </div>
    </th>
  );
}

function SortButton({ table, column }: HeadingProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const direction = column.getIsSorted();
  const sort = (multi: boolean) => toggleSort({ table, column, multi });
  // Not every browser says of a click by keyboard that Shift was held.
  const sortByKey = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    if (!event.repeat) sort(true);
  };
  const place = column.getSortIndex() + 1;
  const isOneOfSeveral = place > 0 && table.state.sorting.length > 1;
  const Icon = direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={styles.sort}
      title={t('manager.list.sortHint')}
      onClick={({ shiftKey }) => sort(shiftKey)}
      onKeyDown={sortByKey}
    >
      <span className={styles.label} data-cut="content">
        {column.columnDef.meta!.label}
      </span>
      <Icon className={styles.direction} data-current={direction !== false} size={13} aria-hidden="true" />
      {isOneOfSeveral && (
        <>
          <span className={styles.place} aria-hidden="true">
            {new Intl.NumberFormat(language).format(place)}
          </span>
          <span className="only-for-screen-readers">
            {t('manager.list.sortPlace', {
              place,
              direction: t(direction === 'desc' ? 'manager.list.descending' : 'manager.list.ascending'),
            })}
          </span>
        </>
      )}
    </button>
  );
}
