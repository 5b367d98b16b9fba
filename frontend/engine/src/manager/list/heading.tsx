import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { formatNumber } from '../numbers.ts';
import { MAX_SIZE, MIN_SIZE } from './columns.ts';
import {
  type Drop,
  type ListColumn,
  type ListTable,
  movableColumns,
  moveColumn,
  toggleSort,
} from './list-table.ts';
import styles from './table.module.css';

interface HeadingProps {
  table: ListTable;
  column: ListColumn;
  /** The minimum width of the column in pixels, if it has one. */
  widest?: number | undefined;
  /** The dragged column, if any. */
  dragged?: ColumnDrag | undefined;
  /** Called after the column has been moved by keyboard. */
  onMoved: (column: ListColumn) => void;
}

/**
 * Renders the heading of a column, whose button sorts by it; with Shift, in addition to other columns. Shift
 * with an arrow key moves the column, and its edge changes its width.
 */
export function Heading({ table, column, widest, dragged, onMoved }: HeadingProps) {
  const { field, label, atEnd, share } = column.columnDef.meta!;
  const direction = column.getIsSorted() || undefined;
  const size = table.options.meta!.sizes[column.id];
  const width = size ?? widest;
  return (
    <th
      scope="col"
      data-column={field && column.id}
      data-at-end={atEnd}
      data-dragged={dragged?.id === column.id || undefined}
      data-drop={dragged?.drop.id === column.id ? dragged.drop.side : undefined}
      data-sized={size === undefined ? undefined : ''}
      style={width === undefined ? undefined : ({ '--width': `${width}px` } as CSSProperties)}
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
    const isForwards = (key === 'ArrowRight') !== isRightToLeft(currentTarget);
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
            {formatNumber(language, place)}
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

/** How much an arrow key changes a width, in pixels. */
const STEP = 16;

/**
 * Renders the edge of a column's heading, which a pointer drags and the arrow keys move to change the width
 * of the column. A double click or Delete restores the automatic width.
 */
function ColumnEdge({ table, column }: { table: ListTable; column: ListColumn }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const { sizes, resize } = table.options.meta!;
  const { id, columnDef } = column;
  const size = sizes[id];
  const set = (width: number) => resize({ ...sizes, [id]: clamped(width) });
  const reset = () => {
    const { [id]: _, ...others } = sizes;
    resize(others);
  };
  const widthAt = (edge: HTMLElement, x: number) =>
    start.current!.width + (x - start.current!.x) * (isRightToLeft(edge) ? -1 : 1);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const forwards = isRightToLeft(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight';
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (isArrow) set(widthOf(event.currentTarget) + (event.key === forwards ? STEP : -STEP));
    else if (event.key === 'Delete' || event.key === 'Backspace') reset();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter that takes the focus, which <hr> is not
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('manager.list.columns.width', { column: columnDef.meta!.label })}
      aria-valuemin={MIN_SIZE}
      aria-valuemax={MAX_SIZE}
      aria-valuenow={size ?? MIN_SIZE}
      aria-valuetext={
        size === undefined ? t('manager.list.columns.automatic') : formatNumber(language, Math.round(size))
      }
      tabIndex={0}
      className={styles.edge}
      onKeyDown={press}
      onDoubleClick={reset}
      onPointerDown={({ currentTarget, pointerId, clientX, button }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        start.current = { x: clientX, width: widthOf(currentTarget) };
      }}
      onPointerMove={({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
        if (start.current) preview(currentTarget, clamped(widthAt(currentTarget, clientX)));
      }}
      onPointerUp={({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
        const isMoved = start.current && start.current.x !== clientX;
        if (isMoved) set(widthAt(currentTarget, clientX));
        start.current = undefined;
      }}
      // What was shown stays: the width that the browser had calculated cannot be restored.
      onPointerCancel={({ currentTarget }: PointerEvent<HTMLElement>) => {
        if (start.current) set(widthOf(currentTarget));
        start.current = undefined;
      }}
    />
  );
}

const clamped = (width: number) => Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE, width)));
const headingOf = (edge: HTMLElement) => edge.closest('th')!;
const widthOf = (edge: HTMLElement) => headingOf(edge).getBoundingClientRect().width;
const isRightToLeft = (element: HTMLElement) => getComputedStyle(element).direction === 'rtl';

/** Shows a width while the edge is dragged, without rendering. */
function preview(edge: HTMLElement, width: number) {
  const heading = headingOf(edge);
  const table = heading.closest('table')!;
  const columns = [...table.querySelectorAll('col')];
  const column = columns[heading.cellIndex];
  // In a long list the widths of all columns are fixed; elsewhere the others share what this one leaves.
  if (table.dataset.fixed === 'true') column?.style.setProperty('inline-size', `${width}px`);
  else if (heading.dataset.sized === undefined) {
    column?.style.removeProperty('inline-size');
    const sharing = columns.filter(({ style }) => style.inlineSize.endsWith('%'));
    const all = sharing.reduce((sum, { style }) => sum + Number.parseFloat(style.inlineSize), 0);
    for (const { style } of sharing)
      style.inlineSize = `${(Number.parseFloat(style.inlineSize) / all) * 100}%`;
  }
  heading.style.setProperty('--width', `${width}px`);
  heading.dataset.sized = '';
}

/** How far the pointer moves before a drag starts, in pixels; a shorter move is a click, which sorts. */
const DRAG_START = 6;

interface Drag {
  readonly id: string;
  readonly x: number;
  isUnderWay: boolean;
}

/** A dragged column and its target position. */
interface ColumnDrag {
  readonly id: string;
  readonly drop: Drop;
}

/**
 * Returns the dragged column, and the handlers of the heading row that let a mouse or a pen drag columns. A
 * finger scrolls; on the keyboard, Shift with an arrow key moves a column.
 */
export function useColumnDrag(table: ListTable) {
  const [dragged, setDragged] = useState<ColumnDrag>();
  const drag = useRef<Drag>(undefined);
  const end = () => {
    drag.current = undefined;
    setDragged(undefined);
  };
  return {
    dragged,
    handlers: {
      onPointerDown({ target, button, pointerType, clientX }: PointerEvent) {
        const id = headingAround(target)?.dataset.column;
        if (id === undefined || button !== 0 || pointerType === 'touch') return;
        drag.current = { id, x: clientX, isUnderWay: false };
      },
      onPointerMove({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
        const { current } = drag;
        if (!current || (!current.isUnderWay && Math.abs(clientX - current.x) < DRAG_START)) return;
        if (!current.isUnderWay) currentTarget.setPointerCapture(pointerId);
        current.isUnderWay = true;
        const drop = dropAt(currentTarget, clientX);
        setDragged(drop && { id: current.id, drop });
      },
      onPointerUp() {
        if (dragged && dragged.id !== dragged.drop.id) moveColumn(table, dragged.id, dragged.drop);
        // The click that follows would sort.
        if (drag.current?.isUnderWay) requestAnimationFrame(end);
        else end();
      },
      onPointerCancel: end,
      onClickCapture(event: MouseEvent) {
        if (drag.current?.isUnderWay) event.stopPropagation();
      },
    },
  };
}

const headingAround = (target: EventTarget) =>
  target instanceof Element && !target.closest('[role=separator]')
    ? target.closest<HTMLElement>('th[data-column]')
    : null;

/** Returns the side of a column that the pointer is closest to. */
function dropAt(row: HTMLElement, x: number): Drop | undefined {
  for (const heading of row.querySelectorAll<HTMLElement>('th[data-column]')) {
    const { left, right } = heading.getBoundingClientRect();
    if (x < left || x > right) continue;
    const isLeft = x < (left + right) / 2;
    return { id: heading.dataset.column!, side: isLeft === isRightToLeft(row) ? 'after' : 'before' };
  }
  return undefined;
}
