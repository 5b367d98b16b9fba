import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { memo, type ReactNode } from 'react';
import { fieldComponents } from '../fields/index.ts';
import type { ManagerRecord } from '../resource.ts';
import type { ListColumn } from './list-table.ts';
import styles from './phone-row.module.css';
import { menuCell, nameOf, type RowProps } from './row.tsx';
import { SelectRow } from './select-box.tsx';

/** The number of columns that the second line shows. */
const SHOWN = 3;

/**
 * Renders a row of a list on phones: the first column as a link to the record, and the next columns below it
 * on one truncated line. The row has one tap target; the checkbox is there only while records are selected.
 */
export const PhoneRow = memo(function PhoneRow(props: RowProps) {
  const { resource, columns, item, index, selected, isNumbered, ref } = props;
  const [first, ...others] = columns;
  const details = others.toSorted(byPlace).flatMap((column) => {
    const content = detailOf({ resource, column, item });
    return content === undefined ? [] : { id: column.id, content };
  });
  return (
    <tr
      ref={ref}
      className={styles.row}
      data-index={index}
      data-selected={selected || undefined}
      aria-rowindex={isNumbered ? index + 2 : undefined}
    >
      {selected !== undefined && (
        <td className={styles.select}>
          <SelectRow id={item.id} isSelected={selected} />
        </td>
      )}
      <th scope="row" className={styles.name}>
        <div className={styles.line} dir="auto">
          {nameOf({ resource, column: first!, item, className: styles.link })}
        </div>
      </th>
      <td className={styles.details}>
        {details.slice(0, SHOWN).map(({ id, content }, place) => (
          <span key={id} className={styles.detail}>
            {place > 0 && <span className={styles.dot}> · </span>}
            <bdi className={styles.part}>{content}</bdi>
          </span>
        ))}
      </td>
      {menuCell(item.id, styles.actions)}
    </tr>
  );
});

const placeOf = ({ columnDef }: ListColumn): number => (columnDef.meta!.onPhones === 'first' ? 0 : 1);
const byPlace = (one: ListColumn, other: ListColumn): number => placeOf(one) - placeOf(other);

/** Returns a value as a part of the second line; undefined for a value that does not deserve the space. */
function detailOf(options: { resource: Resource; column: ListColumn; item: ManagerRecord }): ReactNode {
  const { resource, column, item } = options;
  const { field, Custom, none, label, atEnd, onPhones } = column.columnDef.meta!;
  if (onPhones === 'never') return undefined;
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
