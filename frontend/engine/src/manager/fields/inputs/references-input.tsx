import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import DisabledContext from 'antd/es/config-provider/DisabledContext';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../base/field.ts';
import { useReferenceLabel } from '../base/hidden-record.ts';
import { Choice } from './choice.tsx';
import { OrderedRecords } from './ordered-records.tsx';
import { CREATE, type ReferenceOption, useOptions, useSearchableSelect } from './reference-input.tsx';
import styles from './references-input.module.css';

const toReferenced = ({ value, label }: ReferenceOption): Referenced => ({ id: value, label });

/**
 * Renders a searchable select of any number of records. Ordered ones are listed below it, each movable and
 * removable.
 */
export default function ReferencesInput({ resource: _, field, value, onChange, ...props }: InputProps) {
  const { t } = useTranslation();
  const { target, term, ...select } = useSearchableSelect(field.to);
  const { create, options } = useOptions({ target, term, options: select.options });
  const given = (value ?? []) as readonly Referenced[];
  const nameOf = useReferenceLabel();
  const chosen = given.map((one) => ({ ...one, label: nameOf(target, one) }));
  // The form's state of a read-only field, which a `disabled` prop would hide from antd's select.
  const isDisabled = use(DisabledContext) ?? false;
  const isFull = field.max !== undefined && chosen.length >= Number(field.max);
  const add = () => create?.({ target, term, onCreated: (created) => onChange?.([...chosen, created]) });
  const isChosen = (id: string) => chosen.some((one) => one.id === id);

  if (!field.join?.isOrdered)
    return (
      <Choice
        {...select}
        {...props}
        mode="multiple"
        className={styles.several!}
        options={options}
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
        options={options.filter((option) => !isChosen(option.value))}
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
