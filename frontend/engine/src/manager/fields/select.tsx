import { useTranslation } from 'react-i18next';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { useLabels } from '../labels.ts';
import type { FieldKind, FilterProps, InputProps, ShowProps } from './base/field.ts';
import { CheckList, Choice, Exception } from './inputs/choice.tsx';

function Show({ resource, field, value }: ShowProps) {
  const labels = useLabels();
  // Common values are not emphasized.
  if (value === field.usual) return labels.option(resource, field, String(value));
  return <Badge tone="plain">{labels.option(resource, field, String(value))}</Badge>;
}

function Cell({ resource, field, value }: ShowProps) {
  const labels = useLabels();
  if (field.usual === undefined) return <Show resource={resource} field={field} value={value} />;
  return <Exception field={field} value={value} text={labels.option(resource, field, String(value))} />;
}

function FilterValue({ resource, field, value }: ShowProps) {
  return useLabels().option(resource, field, String(value));
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

const Filter = ({ resource, field, ...props }: FilterProps) => (
  <CheckList {...props} options={useChoices({ resource, field })} />
);

/** One of a fixed set of values. */
export const kind: FieldKind = {
  Show,
  Cell,
  Text: FilterValue,
  Input,
  filter: {
    operators: ['eq', 'ne', 'empty', 'notEmpty'],
    takesSeveral: true,
    Input: Filter,
    Value: FilterValue,
  },
  isExceptional: (value, usual) => usual !== undefined && value !== usual,
  Badge: FilterValue,
};
