import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import DisabledContext from 'antd/es/config-provider/DisabledContext';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { moveItem, useDragOrder } from '../../use-drag-order.tsx';
import type { InputProps } from '../base/field.ts';
import { useReferenceLabel } from '../base/hidden-record.ts';
import { Choice } from './choice.tsx';
import { CREATE, type ReferenceOption, useSearchableSelect } from './reference-input.tsx';
import styles from './references-input.module.css';

const toReferenced = ({ value, label }: ReferenceOption): Referenced => ({ id: value, label });

/**
 * Renders a searchable select of any number of records. Ordered ones are listed below it, each movable and
 * removable.
 */
export default function ReferencesInput({ resource: _, field, value, onChange, ...props }: InputProps) {
  const { t } = useTranslation();
  const { target, create, select } = useSearchableSelect(field.to);
  const given = (value ?? []) as readonly Referenced[];
  const nameOf = useReferenceLabel();
  const chosen = given.map((one) => ({ ...one, label: nameOf(target, one) }));
  // The form's state of a read-only field, which a `disabled` prop would hide from antd's select.
  const isDisabled = use(DisabledContext) ?? false;
  const isFull = field.max !== undefined && chosen.length >= Number(field.max);
  const add = () => create((created) => onChange?.([...chosen, created]));
  const isChosen = (id: string) => chosen.some((one) => one.id === id);

  if (!field.join?.isOrdered)
    return (
      <Choice
        {...select}
        {...props}
        mode="multiple"
        className={styles.several!}
        placeholder={t('manager.reference.choose')}
        {...(field.max !== undefined && { maxCount: Number(field.max) })}
        value={chosen.map(({ id, label }) => ({ value: id, label }))}
        onChange={(next: unknown) => {
          const picked = next as readonly ReferenceOption[];
          if (picked.some((option) => option.value === CREATE)) add();
          else onChange?.(picked.map(toReferenced));
        }}
      />
    );
  return (
    <>
      <OrderedRecords records={chosen} isFixed={isDisabled} onChange={(records) => onChange?.(records)} />
      <Choice
        {...select}
        {...props}
        disabled={isFull || isDisabled}
        options={select.options.filter((option) => !isChosen(option.value))}
        placeholder={t('manager.references.add')}
        value={null}
        onChange={(next: unknown) => {
          const option = next as ReferenceOption | undefined;
          if (option?.value === CREATE) add();
          else if (option) onChange?.([...chosen, toReferenced(option)]);
        }}
      />
    </>
  );
}

interface OrderedRecordsProps {
  readonly records: readonly Referenced[];
  /** Whether they are read-only. */
  readonly isFixed?: boolean;
  readonly onChange: (records: readonly Referenced[]) => void;
}

/** Renders chosen records in order, movable with buttons, with the arrow keys, or by dragging the grip. */
export function OrderedRecords({ records, isFixed = false, onChange }: OrderedRecordsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');

  const move = (from: number, to: number) => {
    if (to < 0 || to >= records.length || to === from) return;
    onChange(moveItem(records, { from, to }));
    const record = records[from]!.label;
    setMoved(t('manager.references.place', { record, place: to + 1, total: records.length }));
  };
  const ids = records.map(({ id }) => id);
  const { dragged, gripOf } = useDragOrder({ list, ids, onMove: move });
  if (records.length === 0) return null;

  const remove = (place: number) => {
    onChange(records.toSpliced(place, 1));
    // The button disappears with its record: the focus stays in the list, or moves to the select after it.
    const items = list.current!.children;
    const next = items[place + 1] ?? items[place - 1];
    next?.querySelector<HTMLElement>('[data-remove]')?.focus();
  };
  return (
    <>
      <ol ref={list} className={styles.records} aria-label={t('manager.references.chosen')}>
        {records.map(({ id, label: record }, place) => (
          <li key={id} className={styles.record} data-dragged={dragged === id || undefined}>
            {!isFixed && gripOf(id)}
            <bdi className={styles.label}>{record}</bdi>
            {!isFixed && (
              <span className={styles.buttons}>
                <IconButton
                  className={styles.button}
                  label={t('manager.references.up', { record })}
                  aria-disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <ArrowUp size={18} aria-hidden="true" />
                </IconButton>
                <IconButton
                  className={styles.button}
                  label={t('manager.references.down', { record })}
                  aria-disabled={place === records.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <ArrowDown size={18} aria-hidden="true" />
                </IconButton>
                <IconButton
                  className={styles.button}
                  data-remove
                  label={t('manager.references.remove', { record })}
                  onClick={() => remove(place)}
                >
                  <X size={18} aria-hidden="true" />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="only-for-screen-readers" role="status">
        {moved}
      </p>
    </>
  );
}
