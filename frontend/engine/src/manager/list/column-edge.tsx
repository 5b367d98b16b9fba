import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './column-edge.module.css';
import { MAX_SIZE, MIN_SIZE } from './column-sizes.ts';
import type { ListColumn, ListTable } from './list-table.ts';

/** How much an arrow key changes a width, in pixels. */
const STEP = 16;

interface ColumnEdgeProps {
  table: ListTable;
  column: ListColumn;
}

/**
 * Renders the edge of a column's heading, which a pointer drags and the arrow keys move to change the width
 * of the column. A double click or Delete restores the automatic width.
 */
export function ColumnEdge({ table, column }: ColumnEdgeProps) {
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
        size === undefined
          ? t('manager.list.columns.automatic')
          : new Intl.NumberFormat(language).format(Math.round(size))
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
const isRightToLeft = (edge: HTMLElement) => getComputedStyle(edge).direction === 'rtl';

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
