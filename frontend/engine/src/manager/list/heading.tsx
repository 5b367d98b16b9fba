import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { ColumnEdge } from './column-edge.tsx';
import { type ListColumn, type ListTable, movableColumns, moveColumn, toggleSort } from './list-table.ts';
import styles from './table.module.css';
import type { ColumnDrag } from './use-column-drag.ts';

interface HeadingProps {
  table: ListTable;
  column: ListColumn;
  /** The dragged column, if any. */
  dragged?: ColumnDrag | undefined;
  /** Called after the column has been moved by keyboard. */
  onMoved: (column: ListColumn) => void;
}

/**
 * Renders the heading of a column, whose button sorts by it; with Shift, in addition to other columns. Shift
 * with an arrow key moves the column, and its edge changes its width.
 */
export function Heading({ table, column, dragged, onMoved }: HeadingProps) {
  const { field, label, atEnd, share } = column.columnDef.meta!;
  const direction = column.getIsSorted() || undefined;
  const size = table.options.meta!.sizes[column.id];
  return (
    <th
      scope="col"
      data-column={field && column.id}
      data-at-end={atEnd}
      data-dragged={dragged?.id === column.id || undefined}
      data-drop={dragged?.drop.id === column.id ? dragged.drop.side : undefined}
      {...(size !== undefined && { 'data-sized': '', style: { '--width': `${size}px` } as CSSProperties })}
      // Only the first sort column, as ARIA requires; the button names the position of each column.
      {...(column.getSortIndex() === 0 && {
        'aria-sort': direction === 'desc' ? 'descending' : 'ascending',
      })}
    >
      <div className={styles.heading} data-share={share !== undefined || undefined}>
        {column.getCanSort() ? (
          <SortButton table={table} column={column} onMoved={onMoved} />
        ) : (
          <span className={styles.label} data-cut="content">
            {label}
          </span>
        )}
      </div>
      {field && <ColumnEdge table={table} column={column} />}
    </th>
  );
}

function SortButton({ table, column, onMoved }: HeadingProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const direction = column.getIsSorted();
  const sort = (multi: boolean) => toggleSort({ table, column, multi });
  // Not every browser reports Shift for a click from the keyboard.
  const sortByKey = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    if (!event.repeat) sort(true);
  };
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, currentTarget } = event;
    if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
    event.preventDefault();
    const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
    const isForwards = (key === 'ArrowRight') !== isRightToLeft;
    const columns = movableColumns(table);
    const neighbour = columns[columns.indexOf(column) + (isForwards ? 1 : -1)];
    if (!neighbour) return;
    flushSync(() =>
      moveColumn(table, column.id, { id: neighbour.id, side: isForwards ? 'after' : 'before' }),
    );
    // A heading that moves within the document loses the focus.
    currentTarget.focus();
    onMoved(column);
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
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      onKeyDown={(event) => {
        sortByKey(event);
        moveByKey(event);
      }}
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
