import { type FormEvent, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddressFilter, filterable } from '#contract/resources/list-address.ts';
import type { Operator } from '#contract/schema/fields/field.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { fieldComponents } from '../fields/index.ts';
import { isUnreadable } from '../form/unreadable.ts';
import { useLabels } from '../labels.ts';
import styles from './filters.module.css';
import { FiltersPlaceholder } from './filters-placeholder.tsx';
import type { List } from './use-list.ts';

type Draft = readonly AddressFilter[];

/** Renders the filter inputs of a list. They take effect when applied. */
export default function FiltersPanel({ list, onClose }: { list: List; onClose: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft>(list.address.filters);
  const apply = (filters: Draft) => {
    list.ask({ filters });
    onClose();
  };
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unreadable = Array.from(event.currentTarget.querySelectorAll('input')).find(isUnreadable);
    if (!unreadable) return apply(draft);
    setProblem(t('manager.filters.unreadable'));
    unreadable.focus();
  };
  return (
    <AntdTheme fallback={<FiltersPlaceholder list={list} />}>
      <form
        className={styles.panel}
        onSubmit={submit}
        onInput={() => setProblem('')}
        aria-label={t('manager.filters.title')}
        noValidate
      >
        <div className={styles.fields}>
          {filterable(list.resource).map((field) => (
            <FieldFilters key={field.name} list={list} field={field} draft={draft} onChange={setDraft} />
          ))}
        </div>
        <FormError text={problem} />
        <DialogActions>
          <Button variant="quiet" onClick={() => apply([])}>
            {t('manager.filters.clear')}
          </Button>
          <Button variant="primary" type="submit">
            {t('manager.filters.apply')}
          </Button>
        </DialogActions>
      </form>
    </AntdTheme>
  );
}

interface FieldFiltersProps {
  list: List;
  field: ResourceField;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function FieldFilters({ list: { resource }, field, draft, onChange }: FieldFiltersProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const id = useId();
  const { filters } = fieldComponents(field.kind);
  const valuesOf = (operator: Operator) =>
    draft.find((filter) => filter.field === field && filter.operator === operator)?.values ?? [];
  const change = (operator: Operator, values: readonly string[]) => {
    const others = draft.filter((filter) => filter.field !== field || filter.operator !== operator);
    onChange(values.length === 0 ? others : [...others, { field, operator, values }]);
  };
  return (
    <fieldset className={styles.filter}>
      <legend>{labels.field(resource, field)}</legend>
      <div className={styles.inputs}>
        {filters
          .filter(({ operator }) => field.operators.includes(operator))
          .map(({ operator, Input }) => (
            <div key={operator}>
              <label htmlFor={`${id}${operator}`}>{t(`manager.filters.${operator}`)}</label>
              <Suspense fallback={<Skeleton block="var(--target)" />}>
                <Input
                  id={`${id}${operator}`}
                  resource={resource}
                  field={field}
                  values={valuesOf(operator)}
                  onChange={(values) => change(operator, values)}
                />
              </Suspense>
            </div>
          ))}
      </div>
      {field.operators.includes('null') && (
        <label className={styles.empty}>
          <input
            type="checkbox"
            checked={valuesOf('null')[0] === 'true'}
            onChange={({ target }) => change('null', target.checked ? ['true'] : [])}
          />
          {t('manager.filters.null')}
        </label>
      )}
    </fieldset>
  );
}
