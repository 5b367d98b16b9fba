import { memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/schema/index.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { addresses, labelOf, type ManagerRecord } from '../resource.ts';
import { Cut } from './cut.tsx';
import type { ListColumn } from './list-table.ts';
import styles from './row.module.css';
import { ACTIONS_WORD } from './row-words.tsx';
import { SelectRow } from './select-box.tsx';

export interface RowProps {
  resource: Resource;
  /** The visible columns; the same array as long as they are the same. */
  columns: readonly ListColumn[];
  item: ManagerRecord;
  index: number;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  /** Whether other rows are missing in the page, so that assistive technology needs to be told its number. */
  isNumbered?: boolean;
  ref?: Ref<HTMLTableRowElement> | undefined;
}

/**
 * Renders a row of a list, whose first cell contains a real link to the record. On phones it is a card.
 * Memoized: of the table it gets only what changes with it.
 */
export const Row = memo(function Row(props: RowProps) {
  const { resource, columns, item, index, selected, isNumbered, ref } = props;
  return (
    <tr
      ref={ref}
      className={styles.row}
      data-index={index}
      data-selected={selected || undefined}
      // The first row is that of the headings.
      aria-rowindex={isNumbered ? index + 2 : undefined}
    >
      {selected !== undefined && (
        <td className={styles.select}>
          <SelectRow id={item.id} isSelected={selected} />
        </td>
      )}
      {columns.map((column, place) => (
        <Cell key={column.id} resource={resource} column={column} item={item} first={place === 0} />
      ))}
      <td className={styles.actions}>
        <button
          type="button"
          className={styles.menu}
          aria-labelledby={`${ACTIONS_WORD} ${item.id}`}
          aria-haspopup="menu"
          data-menu
        />
      </td>
    </tr>
  );
});

interface CellProps {
  resource: Resource;
  column: ListColumn;
  item: ManagerRecord;
  first: boolean;
}

function Cell({ resource, column, item, first }: CellProps) {
  const { field, label } = column.columnDef.meta!;
  const { Show, Cell = Show, atEnd, share } = fieldComponents(field.kind);
  const value = item[field.name];
  const content =
    value === null || value === undefined ? (
      <NoValue resource={resource} column={column} />
    ) : (
      <Cell resource={resource} field={field} value={value} />
    );
  const props = { 'data-label': label, 'data-at-end': atEnd };
  if (!first)
    return (
      <td {...props}>
        <Cut share={share}>{content}</Cut>
      </td>
    );
  const isLabel = field.name === resource.label;
  return (
    <th scope="row" className={styles.name} {...props}>
      <Cut share={share}>
        <AppLink
          className={styles.link}
          to={addresses.show(resource.name, item.id)}
          id={item.id}
          data-record-link
        >
          {isLabel ? (
            labelOf(resource, item)
          ) : (
            <bdi className="only-for-screen-readers">{labelOf(resource, item)}</bdi>
          )}
        </AppLink>
        {!isLabel && content}
      </Cut>
    </th>
  );
}

function NoValue({ resource, column }: Pick<CellProps, 'resource' | 'column'>) {
  const { t } = useTranslation();
  const none = useLabels().none(resource, column.columnDef.meta!.field);
  return (
    <span className={styles.empty}>
      {none ?? (
        <>
          <span aria-hidden="true">–</span>
          <span className="only-for-screen-readers">{t('manager.list.empty')}</span>
        </>
      )}
    </span>
  );
}
