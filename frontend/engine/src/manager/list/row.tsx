import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { memo, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { DelegatedLink } from '#frontend/shell/layout/delegated-link.tsx';
import { drawnCoverOf } from '../drawn-cover.tsx';
import { fieldComponents } from '../fields/index.ts';
import { addresses, labelOf, type ManagerRecord } from '../resource.ts';
import { withCountLink } from './count-link.tsx';
import type { ListColumn, ListTable } from './list-table.ts';
import styles from './row.module.css';

/** Props of a row of a list. */
export interface RowProps {
  resource: Resource;
  /** The visible columns; the array is the same as long as the columns are. */
  columns: readonly ListColumn[];
  item: ManagerRecord;
  index: number;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  /** Whether the user has chosen the columns: phones show all of them then, on two lines if necessary. */
  isChosen: boolean;
  /**
   * Whether the document contains only some rows, so that assistive technology needs the number of each row.
   */
  isNumbered?: boolean;
  ref?: Ref<HTMLTableRowElement> | undefined;
}

/**
 * Renders a row of a list, whose first cell contains a real link to the record. Memoized: its props contain
 * only the parts of the table that change with the row.
 */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { resource, columns, item, index, selected, isNumbered, ref } = props;
  return (
    <tr
      ref={ref}
      className={styles.row}
      data-index={index}
      data-selected={selected || undefined}
      // The headings are the first row.
      aria-rowindex={isNumbered ? index + 2 : undefined}
    >
      {selected !== undefined && (
        <td className={styles.select}>
          <SelectRow id={item.id} isSelected={selected} />
        </td>
      )}
      {columns.map((column, place) => cellOf({ resource, column, item }, place === 0))}
      {menuCell(item.id, styles.actions)}
    </tr>
  );
});

/** Returns the cell with the button of a row's menu. */
export const menuCell = (id: string, className: string | undefined) => (
  <td className={className}>
    <button
      type="button"
      className={styles.menu}
      aria-labelledby={`${ACTIONS_WORD} ${id}`}
      aria-haspopup="menu"
      data-menu
    />
  </td>
);

interface CellOptions {
  resource: Resource;
  column: ListColumn;
  item: ManagerRecord;
}

/** Returns the content of a cell. */
export function contentOf(options: CellOptions) {
  const { resource, column, item } = options;
  const { field, Cell: Custom } = column.columnDef.meta!;
  if (Custom) return <Custom item={item} />;
  if (!field || isEmptyValue(item[field.name])) return drawnIn(options) ?? noValue(column);
  const { Show, Cell = Show, isPicture } = fieldComponents(field.kind);
  const cell = <Cell resource={resource} field={field} value={item[field.name]} />;
  // In the shape of those that are drawn.
  if (isPicture && drawnIn(options)) return <span className={styles.drawn}>{cell}</span>;
  return withCountLink(cell, { field, item });
}

/** Returns what is drawn instead of a picture, if anything is. */
export function drawnIn({ resource, column, item }: CellOptions): ReactNode {
  const { field } = column.columnDef.meta!;
  const drawn = field && drawnCoverOf({ resource, field, item }, null);
  return drawn && <span className={styles.drawn}>{drawn}</span>;
}

/** Returns a cell. A function rather than a component, like `cut`, because a list has thousands of cells. */
function cellOf(options: CellOptions, isFirst: boolean) {
  const { id, columnDef } = options.column;
  const { atEnd, share } = columnDef.meta!;
  return isFirst ? (
    <th key={id} scope="row" className={styles.name} data-at-end={atEnd}>
      {cut(nameOf(options, styles.link), share)}
    </th>
  ) : (
    <td key={id} data-at-end={atEnd}>
      {cut(contentOf(options), share)}
    </td>
  );
}

/** Returns the content of a row's first cell: the link to the record, and the value of the column. */
export function nameOf(options: CellOptions, className: string | undefined): ReactNode {
  const { resource, column, item } = options;
  const { field, isLinked = false } = column.columnDef.meta!;
  const isLabel = field?.name === resource.label;
  const content = isLabel && !isLinked ? undefined : contentOf(options);
  return (
    <>
      <DelegatedLink
        className={className}
        to={addresses[item.archivedAt ? 'archived' : 'show'](resource.name, item.id)}
        id={item.id}
        data-record-link
      >
        {isLabel || isLinked ? (
          (content ?? labelOf(resource, item))
        ) : (
          <bdi className="only-for-screen-readers">{labelOf(resource, item)}</bdi>
        )}
      </DelegatedLink>
      {!isLabel && !isLinked && content}
    </>
  );
}

const noValue = (column: ListColumn) => (
  <span className={styles.empty}>
    {column.columnDef.meta!.none ?? (
      <>
        <span aria-hidden="true">–</span>
        <span className="only-for-screen-readers">{translate('manager.list.empty')}</span>
      </>
    )}
  </span>
);

/**
 * Returns the content of a cell on one line, truncated with an ellipsis where space is missing. `share` is
 * the column's share of the table's width; without one, the column is as wide as its content.
 */
const cut = (content: ReactNode, share: number | undefined) => (
  // The direction of a text decides at which end it is truncated.
  <div
    className={styles.cut}
    data-cut={share === undefined ? 'content' : 'share'}
    dir={share ? 'auto' : undefined}
  >
    {content}
  </div>
);

/** Returns whether any action applies to selected records. */
export const canSelect = ({ singular }: Resource): boolean =>
  may(singular, 'update') || may(singular, 'delete');

/**
 * Renders the checkbox of a row. The table body handles its events, so that the row renders again only with
 * other props.
 */
export function SelectRow({ id, isSelected }: { id: string; isSelected: boolean }) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        data-select
        aria-labelledby={`${SELECT_WORD} ${id}`}
        checked={isSelected}
        readOnly
      />
    </label>
  );
}

/** Renders the checkbox that selects all loaded rows. */
export function SelectLoaded({ table, count }: { table: ListTable; count: number }) {
  const { t } = useTranslation();
  const isAll = table.getIsAllRowsSelected();
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t('manager.table.selectLoaded')}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => table.toggleAllRowsSelected(!isAll)}
      />
    </label>
  );
}

/** The ids of the words that precede the label of a record in the names of its row's controls. */
const SELECT_WORD = 'select-word';
const ACTIONS_WORD = 'actions-word';

/** Renders these words once for all rows: translating them in each would make a long list slower. */
export function RowWords() {
  const { t } = useTranslation();
  return (
    <div hidden>
      <span id={SELECT_WORD}>{t('manager.table.select')}</span>
      <span id={ACTIONS_WORD}>{t('manager.table.actionsOf')}</span>
    </div>
  );
}
