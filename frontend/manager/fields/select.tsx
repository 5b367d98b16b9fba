import { useTranslation } from 'react-i18next';
import { useLabels } from '../labels.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './field.ts';
import styles from './fields.module.css';
import { Choice } from './inputs/choice.tsx';
import { Exception } from './inputs/exception.tsx';

function Show({ resource, field, value }: ShowProps) {
  const labels = useLabels();
  return <span className={styles.option}>{labels.option(resource, field, String(value))}</span>;
}

function Cell({ resource, field, value }: ShowProps) {
  const labels = useLabels();
  if (field.usual === undefined) return <Show resource={resource} field={field} value={value} />;
  return <Exception field={field} value={value} text={labels.option(resource, field, String(value))} />;
}

function FilterValue({ resource, field, value }: ShowProps & { value: string }) {
  return useLabels().option(resource, field, value);
}

function useChoices({ resource, field }: Pick<ShowProps, 'resource' | 'field'>) {
  const labels = useLabels();
  return (field.values ?? []).map((value) => ({ value, label: labels.option(resource, field, value) }));
}

function Input({ resource, field, value, onChange, ...props }: InputProps) {
  const { t } = useTranslation();
  return (
    <Choice
      {...props}
      allowClear={!field.required}
      placeholder={t('manager.reference.choose')}
      showSearch
      optionFilterProp="label"
      options={useChoices({ resource, field })}
      value={value || null}
      onChange={(next: unknown) => onChange?.(next)}
    />
  );
}

function Filter({ resource, field, values, onChange, id }: FilterProps) {
  const { t } = useTranslation();
  return (
    <Choice
      id={id}
      mode="multiple"
      allowClear
      placeholder={t('manager.filters.any')}
      optionFilterProp="label"
      options={useChoices({ resource, field })}
      value={[...values]}
      onChange={(next: unknown) => onChange(next as string[])}
    />
  );
}

/** One of a fixed set of values. */
export const kind: FieldKind = {
  Show,
  Cell,
  Input,
  filters: [{ operator: 'eq', Input: Filter }],
  FilterValue,
};
