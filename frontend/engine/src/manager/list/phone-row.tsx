import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { memo, type ReactNode } from 'react';
import { fieldComponents } from '../fields/index.ts';
import { type Labels, useLabels } from '../labels.ts';
import type { ManagerRecord } from '../resource.ts';
import { countInWords } from './count-link.tsx';
import type { ListColumn } from './list-table.ts';
import styles from './phone-row.module.css';
import { contentOf, drawnIn, menuCell, nameOf, type RowProps, SelectRow } from './row.tsx';

/**
 * Renders a row of a list on phones: the first column as a link to the record, with short values beside it,
 * and below it those of the next columns for which there is space. A picture is at the start. The row has one
 * tap target; while records are selected, a checkbox takes the place of its menu.
 */
export const PhoneRow = memo(function PhoneRow(props: RowProps) {
  const { resource, columns, item, selected, isNumbered, isChosen, ref } = props;
  const labels = useLabels();
  const picture = columns.find(isPicture);
  const [first, ...others] = columns.filter((column) => !isPicture(column));
  const ordered = isChosen ? others : others.toSorted(byPlace);
  const shown = ordered.flatMap((column) => {
    const content = detailOf({ resource, column, item, isChosen, labels });
    const { onPhones, hidden } = column.columnDef.meta!;
    return content === undefined ? [] : { id: column.id, content, onPhones, hidden };
  });
  const details = shown.filter(({ onPhones }) => onPhones !== 'besideName');
  return (
    <tr
      ref={ref}
      className={styles.row}
      data-index={props.index}
      data-selected={selected || undefined}
      data-asked={details.some(({ hidden }) => hidden) || undefined}
      aria-rowindex={isNumbered ? props.index + 2 : undefined}
    >
      {selected !== undefined && (
        <td className={styles.select}>
          <SelectRow id={item.id} isSelected={selected} />
        </td>
      )}
      {picture && (
        <td className={styles.picture}>
          {(isEmptyValue(item[picture.id]) ? drawnIn : contentOf)({ resource, column: picture, item })}
        </td>
      )}
      <th scope="row" className={styles.name}>
        <div className={styles.label} dir="auto">
          {nameOf({ resource, column: first!, item }, styles.link)}
        </div>
        {shown.map(
          ({ id, content, onPhones }) =>
            onPhones === 'besideName' && (
              <div key={id} className={styles.besideName}>
                {content}
              </div>
            ),
        )}
      </th>
      {details.length > 0 && (
        <td className={styles.details}>
          <div className={styles.parts}>
            {details.map(({ id, content }, place) => (
              <span key={id} className={styles.detail}>
                {place > 0 && <span className={styles.dot}> · </span>}
                <bdi className={styles.part}>{content}</bdi>
              </span>
            ))}
          </div>
        </td>
      )}
      {selected === undefined && menuCell(item.id, styles.actions)}
    </tr>
  );
});

const isPicture = ({ columnDef }: ListColumn): boolean => {
  const { field } = columnDef.meta!;
  return field !== undefined && fieldComponents(field.kind).isPicture === true;
};

const placeOf = ({ columnDef }: ListColumn): number => (columnDef.meta!.onPhones === 'first' ? 0 : 1);
const byPlace = (one: ListColumn, other: ListColumn): number => placeOf(one) - placeOf(other);

interface DetailOptions {
  resource: Resource;
  column: ListColumn;
  item: ManagerRecord;
  isChosen: boolean;
  labels: Labels;
}

/**
 * Returns a value as a part below the name; undefined for one that does not deserve the space, unless the
 * user has asked for it.
 */
function detailOf({ resource, column, item, isChosen, labels }: DetailOptions): ReactNode {
  const { field, Cell: Custom, none, label, atEnd, onPhones, isUsual } = column.columnDef.meta!;
  const isAsked = isChosen && field !== undefined;
  if (!isAsked && (onPhones === 'never' || isUsual?.(item))) return undefined;
  if (Custom && onPhones !== 'never') return <Custom item={item} />;
  if (!field) return undefined;
  const value = item[field.name];
  if (isEmptyValue(value)) return onPhones === 'never' ? undefined : none;
  const { Show, Cell = Show, Text = Cell, Badge, isExceptional, filter } = fieldComponents(field.kind);
  const props = { resource, field, value };
  if (!isAsked && Badge && isExceptional && (field.usual !== undefined || typeof value === 'boolean'))
    return isExceptional(value, field.usual) ? <Badge {...props} /> : undefined;
  const inWords = countInWords(value, { resource, field, labels });
  if (inWords) return inWords;
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
