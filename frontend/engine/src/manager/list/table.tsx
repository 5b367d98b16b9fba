import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { useLabels } from '../labels.ts';
import type { ManagerRecord } from '../resource.ts';
import type { ColumnSizes } from './columns.ts';
import { CutTooltip } from './cut-tooltip.tsx';
import { type Density, usePhone } from './density.tsx';
import { Heading, useColumnDrag } from './heading.tsx';
import { hasFewColumns, type ListColumn, type ListTable, sharesOf, visibleFields } from './list-table.ts';
import { canSelect, RowWords, SelectLoaded } from './row.tsx';
import { TableRows } from './rows.tsx';
import type { List } from './state/use-list.ts';
import styles from './table.module.css';
import { usePaperWidths } from './use-paper-widths.ts';
import type { ListSelection } from './use-selection.ts';
import { isLongList, VIRTUAL_FROM } from './use-virtual-rows.ts';
import { useWidestColumns } from './use-widest-columns.ts';

const RowMenu = lazyDialog(() => import('./row-menu.tsx'));

/** The rows of a list and its columns. */
export interface TableProps {
  list: List;
  table: ListTable;
  density: Density;
  selection: ListSelection;
}

/**
 * Renders the rows of a list; each contains a real link to its record. On phones every row has two lines. A
 * plain table, because antd's table is larger than the rest of the page.
 */
export function Table({ list: { resource, outdated }, table, density, selection }: TableProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const box = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLTableElement>(null);
  const columns = table.getVisibleLeafColumns();
  const { rows } = table.getRowModel();
  const [menu, setMenu] = useState<{ item: ManagerRecord; button: HTMLElement }>();
  const isPhone = usePhone();
  const layout = isPhone ? 'phone' : density;
  const isSelectable = canSelect(resource) && (!isPhone || selection.isUnderWay);
  const isVirtual = rows.length > VIRTUAL_FROM;
  const { sizes, isDefault } = table.options.meta!;
  const widths = useColumnWidths({ table: element, columns, sizes, isLong: isLongList(rows.length) });
  const widest = useWidestColumns({ table: element, resource: resource.name, columns });
  usePaperWidths(element);
  const { dragged, handlers } = useColumnDrag(table);
  const [moved, setMoved] = useState('');
  const tellMoved = (column: ListColumn) => {
    const ids = visibleFields(table);
    const place = ids.indexOf(column.id) + 1;
    const { label } = column.columnDef.meta!;
    setMoved(t('manager.list.columns.place', { column: label, place, total: ids.length }));
  };
  return (
    <div
      ref={box}
      className={styles.scroll}
      data-overflows={useOverflow(box)}
      data-few-columns={hasFewColumns(table)}
    >
      <table
        ref={element}
        className={styles.table}
        data-layout={layout}
        data-fixed={widths !== undefined}
        aria-label={labels.plural(resource)}
        aria-busy={outdated}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        <Columns columns={columns} widths={widths} sizes={sizes} isSelectable={isSelectable} />
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined} {...handlers}>
            {isSelectable && (
              <td>
                <SelectLoaded table={table} count={selection.count} />
              </td>
            )}
            {columns.map((column, place) => (
              <Heading
                key={column.id}
                table={table}
                column={column}
                widest={widest[place]}
                dragged={dragged}
                onMoved={tellMoved}
              />
            ))}
            <td />
          </tr>
        </thead>
        {/* Rows of another height need new measurements. */}
        <TableRows
          key={layout}
          resource={resource}
          columns={columns}
          rows={rows}
          layout={layout}
          isSelectable={isSelectable}
          isChosen={!isDefault}
          onLongPress={isPhone && canSelect(resource) ? ({ id }) => selection.start(id) : undefined}
          onMenu={(item, button) => setMenu({ item, button })}
        />
      </table>
      {menu && (
        <RowMenu
          key={menu.item.id}
          resource={resource}
          {...menu}
          onSelect={isPhone && canSelect(resource) ? () => selection.start(menu.item.id) : undefined}
          onClose={() => setMenu(undefined)}
        />
      )}
      <p className="only-for-screen-readers" role="status">
        {moved}
      </p>
      <RowWords />
      <CutTooltip box={box} />
    </div>
  );
}

interface ColumnsProps {
  columns: readonly ListColumn[];
  /** The measured width of every column, if the widths are fixed. */
  widths: readonly number[] | undefined;
  /** The widths that the user has set, which the headings of the columns have. */
  sizes: ColumnSizes;
  isSelectable: boolean;
}

/** Renders the widths of the columns: fixed widths, or else the shares of the columns that have one. */
function Columns({ columns, widths, sizes, isSelectable }: ColumnsProps) {
  if (widths)
    return (
      <colgroup>
        {widths.map((width, place) => (
          <col key={String(place)} style={{ inlineSize: width }} />
        ))}
      </colgroup>
    );
  const shares = sharesOf(columns, sizes);
  // Without shares, the last column takes the rest, so that the others keep their widths.
  const hasRest = shares.every((share) => share === undefined) && Object.keys(sizes).length > 0;
  return (
    <colgroup>
      {isSelectable && <col />}
      {shares.map((share, place) => (
        <col key={columns[place]!.id} style={{ inlineSize: share }} />
      ))}
      {hasRest && <col style={{ inlineSize: '100%' }} />}
    </colgroup>
  );
}

interface Widths {
  readonly columns: readonly ListColumn[];
  readonly sizes: ColumnSizes;
  /** The width of every heading, in pixels. */
  readonly pixels: readonly number[];
  /** The width of the box around the table at the time of the measurement. */
  readonly box: number;
}

interface ColumnWidthsOptions {
  table: RefObject<HTMLTableElement | null>;
  columns: readonly ListColumn[];
  /** The widths that the user has set. */
  sizes: ColumnSizes;
  /** Whether the list is long enough for fixed widths. */
  isLong: boolean;
}

/**
 * Returns the fixed column widths of a long list, in pixels: otherwise they would change with the rows in the
 * document. Undefined while the browser has yet to calculate them, and on phones.
 */
function useColumnWidths({ table, columns, sizes, isLong }: ColumnWidthsOptions) {
  const [widths, setWidths] = useState<Widths>();
  const isKnown = widths?.columns === columns && widths.sizes === sizes;
  const known = isLong && isKnown ? widths : undefined;
  useLayoutEffect(() => {
    if (!isLong) return;
    const box = table.current!.parentElement!;
    const measure = () => {
      const pixels = [...table.current!.tHead!.rows[0]!.cells].map(
        (cell) => cell.getBoundingClientRect().width,
      );
      // A phone has no columns yet.
      if (pixels.some((width) => width > 0)) setWidths({ columns, sizes, pixels, box: box.clientWidth });
    };
    if (!known) measure();
    const observer = new ResizeObserver(() => {
      if (!known) measure();
      else if (box.clientWidth !== known.box) setWidths(undefined);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [table, columns, sizes, isLong, known]);
  return known?.pixels;
}

/**
 * Returns whether the content of an element is wider than the element: `cut` while more content follows at
 * the end, else `end`.
 */
function useOverflow(box: RefObject<HTMLElement | null>): 'cut' | 'end' | undefined {
  const [overflow, setOverflow] = useState<'cut' | 'end'>();
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      // In right-to-left text, the distance from the start is negative.
      const isCut = Math.abs(scrollLeft) + clientWidth < scrollWidth - 1;
      setOverflow(scrollWidth > clientWidth ? (isCut ? 'cut' : 'end') : undefined);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The content may become wider than the box although the box stays the same.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  return overflow;
}
