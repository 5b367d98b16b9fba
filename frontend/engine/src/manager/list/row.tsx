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
import type { ListColumn, ListTable } from './list-table.ts';
import styles from './row.module.css';

/** Props of a row of a list. */
interface RowProps {
  resource: Resource;
  /** The visible columns; the array is the same as long as the columns are. */
  columns: readonly ListColumn[];
  item: ManagerRecord;
  index: number;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
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
      {columns.map((column, place) => cellOf({ resource, column, item, first: place === 0 }))}
      {menuCell(item.id, styles.actions)}
    </tr>
  );
});

/** Returns the cell with the button of a row's menu. */
const menuCell = (id: string, className: string | undefined) => (
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
  first: boolean;
}

function contentOf({ resource, column, item }: Omit<CellOptions, 'first'>) {
  const { field, Custom } = column.columnDef.meta!;
  if (Custom) return <Custom item={item} />;
  if (!field || isEmptyValue(item[field.name])) {
    const drawn = field && drawnCoverOf({ resource, field, item }, null);
    return drawn ? <span className={styles.drawn}>{drawn}</span> : noValue(column);
  }
  const { Show, Cell = Show } = fieldComponents(field.kind);
  return <Cell resource={resource} field={field} value={item[field.name]} />;
}

/** Returns a cell. A function rather than a component, like `cut`, because a list has thousands of cells. */
function cellOf({ resource, column, item, first }: CellOptions) {
  const { atEnd, share } = column.columnDef.meta!;
  if (!first)
    return (
      <td key={column.id} data-at-end={atEnd}>
        {cut(contentOf({ resource, column, item }), share)}
      </td>
    );
  return (
    <th key={column.id} scope="row" className={styles.name} data-at-end={atEnd}>
      {cut(nameOf({ resource, column, item, className: styles.link }), share)}
    </th>
  );
}

/** Returns the content of a row's first cell: the link to the record, and the value of the column. */
function nameOf(options: Omit<CellOptions, 'first'> & { readonly className: string | undefined }): ReactNode {
  const { resource, column, item, className } = options;
  const { field, isLinked = false } = column.columnDef.meta!;
  const isLabel = field?.name === resource.label;
  const content = isLabel && !isLinked ? undefined : contentOf({ resource, column, item });
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

/** The number of columns that the second line shows. */
const SHOWN = 2;

/**
 * Renders a row of a list on phones: the first column as a link to the record, with short values beside it,
 * and the next columns below it on one truncated line. The row has one tap target; the checkbox is there only
 * while records are selected.
 */
export const PhoneRow = memo(function PhoneRow(props: RowProps) {
  const { resource, columns, item, selected, isNumbered, ref } = props;
  const [first, ...others] = columns;
  const shown = others.toSorted(byPlace).flatMap((column) => {
    const content = detailOf({ resource, column, item });
    const place = column.columnDef.meta!.onPhones;
    return content === undefined ? [] : { id: column.id, content, place };
  });
  const details = shown.filter(({ place }) => place !== 'besideName');
  const besideName = shown.filter(({ place }) => place === 'besideName');
  return (
    <tr
      ref={ref}
      className={styles.phoneRow}
      data-index={props.index}
      data-selected={selected || undefined}
      aria-rowindex={isNumbered ? props.index + 2 : undefined}
    >
      {selected !== undefined && (
        <td className={styles.phoneSelect}>
          <SelectRow id={item.id} isSelected={selected} />
        </td>
      )}
      <th scope="row" className={styles.phoneName}>
        <div className={styles.line} dir="auto">
          {nameOf({ resource, column: first!, item, className: styles.phoneLink })}
        </div>
        {besideName.map(({ id, content }) => (
          <div key={id} className={styles.besideName}>
            {content}
          </div>
        ))}
      </th>
      <td className={styles.details}>
        {details.slice(0, SHOWN).map(({ id, content }, index) => (
          <span key={id} className={styles.detail}>
            {index > 0 && <span className={styles.dot}> · </span>}
            <bdi className={styles.part}>{content}</bdi>
          </span>
        ))}
      </td>
      {menuCell(item.id, styles.phoneActions)}
    </tr>
  );
});

const placeOf = ({ columnDef }: ListColumn): number => (columnDef.meta!.onPhones === 'first' ? 0 : 1);
const byPlace = (one: ListColumn, other: ListColumn): number => placeOf(one) - placeOf(other);

/** Returns a value as a part of the second line; undefined for a value that does not deserve the space. */
function detailOf(options: { resource: Resource; column: ListColumn; item: ManagerRecord }): ReactNode {
  const { resource, column, item } = options;
  const { field, Custom, none, label, atEnd, onPhones, isUsual } = column.columnDef.meta!;
  if (onPhones === 'never' || isUsual?.(item)) return undefined;
  if (Custom) return <Custom item={item} />;
  if (!field || field.upload) return undefined;
  const value = item[field.name];
  if (isEmptyValue(value)) return none;
  const { Show, Cell = Show, Text = Cell, Badge, isExceptional, filter } = fieldComponents(field.kind);
  const props = { resource, field, value };
  if (Badge && isExceptional && (field.usual !== undefined || typeof value === 'boolean'))
    return isExceptional(value, field.usual) ? <Badge {...props} /> : undefined;
  const text = <Text {...props} />;
  // Numbers and times mean nothing without their label.
  return atEnd || filter.isTime ? (
    <>
      {label} {text}
    </>
  ) : (
    text
  );
}

/** Returns whether any action applies to selected records. */
export const canSelect = ({ singular }: Resource): boolean =>
  may(singular, 'update') || may(singular, 'delete');

/**
 * Renders the checkbox of a row. The table body handles its events, so that the row renders again only with
 * other props.
 */
function SelectRow({ id, isSelected }: { id: string; isSelected: boolean }) {
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

/** Renders the checkbox that selects all loaded rows; on phones with a label. */
export function SelectLoaded({ table, count }: { table: ListTable; count: number }) {
  const { t } = useTranslation();
  const isAll = table.getIsAllRowsSelected();
  const text = t('manager.table.selectLoaded');
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={text}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => table.toggleAllRowsSelected(!isAll)}
      />
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
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
