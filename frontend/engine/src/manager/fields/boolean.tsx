import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../labels.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './base/field.ts';
import styles from './base/fields.module.css';
import { CheckList, Choice, Exception } from './inputs/choice.tsx';

function Show(props: ShowProps) {
  const isTrue = props.value === true;
  const Icon = isTrue ? Check : Minus;
  return (
    <span className={styles.yesNo} data-yes={isTrue || undefined}>
      <Icon size={16} aria-hidden="true" />
      <YesNo {...props} />
    </span>
  );
}

/** Renders the label of a value, also as it is in the URL. */
function YesNo({ resource, field, value }: ShowProps) {
  const { t } = useTranslation();
  const yesNo = t(String(value) === 'true' ? 'manager.boolean.yes' : 'manager.boolean.no');
  return useLabels().option(resource, field, String(value), yesNo);
}

/** The name of the field marks an unusual yes: "Banned". */
function Cell({ resource, field, value }: ShowProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  if (field.usual === undefined) return <Show resource={resource} field={field} value={value} />;
  const otherwise = value === true ? labels.field(resource, field) : t('manager.boolean.no');
  const text = labels.option(resource, field, String(value), otherwise);
  return <Exception field={field} value={value} text={text} />;
}

/** Renders what is or is not the case. */
function Badge({ resource, field, value }: ShowProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const label = labels.field(resource, field);
  const text = value === true ? label : t('manager.recordPage.isNot', { field: label });
  return labels.option(resource, field, String(value), text);
}

function useChoices() {
  const { t } = useTranslation();
  return [
    { value: 'true', label: t('manager.boolean.yes') },
    { value: 'false', label: t('manager.boolean.no') },
  ];
}

/** A select rather than a switch, because an optional field can also be empty. */
function Input({ resource: _, field, value, onChange, ...props }: InputProps) {
  const { t } = useTranslation();
  return (
    <Choice
      {...props}
      allowClear={!field.required}
      placeholder={t('manager.reference.choose')}
      options={useChoices()}
      value={value ?? null}
      onChange={(next: unknown) => onChange?.(next)}
    />
  );
}

function Filter({ resource, field, values, onChange, id, label }: FilterProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const choices = useChoices().map((choice) => ({
    ...choice,
    label: labels.option(resource, field, choice.value, choice.label),
  }));
  return (
    <CheckList
      id={id}
      label={label}
      type="radio"
      options={[{ value: '', label: t('manager.filters.any') }, ...choices]}
      values={values.length === 0 ? [''] : values}
      onChange={([value = '']) => onChange(value === '' ? [] : [value])}
    />
  );
}

/** Yes or no. */
export const kind: FieldKind = {
  Show,
  Cell,
  Text: Badge,
  Input,
  filter: {
    operators: ['eq', 'empty', 'notEmpty'],
    Input: Filter,
    accepts: (value) => value === 'true' || value === 'false',
    Value: YesNo,
  },
  isExceptional: (value, usual) => value !== (usual ?? false),
  Badge,
  toInput: (json) => (typeof json === 'boolean' ? String(json) : undefined),
  toJson: (input) => (typeof input === 'string' ? input === 'true' : null),
};
