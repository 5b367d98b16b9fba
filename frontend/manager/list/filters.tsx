import { ListFilter, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddressFilter, filterable, parameterOf } from '#contract/resources/list-address.ts';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import styles from './filters.module.css';
import { FiltersPlaceholder } from './filters-placeholder.tsx';
import type { List } from './use-list.ts';

const FiltersPanel = lazyDialog(() => import('./filters-panel.tsx'), FiltersPlaceholder);

/** Renders the button that opens the filters, and the active filters as removable tags. */
export function Filters({ list }: { list: List }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  // Takes the focus when the focused panel or tag is removed.
  const opener = useRef<HTMLButtonElement>(null);
  const focusOpener = () => opener.current?.focus();
  const { resource, address, ask } = list;
  if (filterable(resource).length === 0) return null;
  const without = (gone: AddressFilter) => address.filters.filter((filter) => filter !== gone);
  return (
    <>
      <Button
        ref={opener}
        className={styles.open}
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={id}
      >
        <ListFilter size={18} aria-hidden="true" />
        {t('manager.filters.open')}
      </Button>
      {address.filters.length > 0 && (
        <ul
          className={styles.tags}
          aria-label={t('manager.filters.active', { count: address.filters.length })}
        >
          {address.filters.map((filter) => (
            <li key={parameterOf(filter.field, filter.operator)}>
              <Tag
                list={list}
                filter={filter}
                onRemove={() => {
                  ask({ filters: without(filter) });
                  focusOpener();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div id={id} className={styles.place} hidden={!open}>
        {open && (
          <FiltersPanel
            list={list}
            onClose={() => {
              setOpen(false);
              focusOpener();
            }}
          />
        )}
      </div>
    </>
  );
}

function Tag({
  list: { resource },
  filter,
  onRemove,
}: {
  list: List;
  filter: AddressFilter;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { field, operator, values } = filter;
  const label = labels.field(resource, field);
  return (
    <span className={styles.tag}>
      <span>
        {`${label} ${t(operator === 'null' ? 'manager.filters.isEmpty' : `manager.filters.${operator}`)} `}
        {operator !== 'null' && <Values resource={resource} field={field} values={values} />}
      </span>
      <button type="button" onClick={onRemove} aria-label={t('manager.filters.remove', { filter: label })}>
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

function Values({
  resource,
  field,
  values,
}: Pick<AddressFilter, 'field' | 'values'> & Pick<List, 'resource'>) {
  const { Show, FilterValue } = fieldComponents(field.kind);
  return values.map((value, index) => (
    <span key={value}>
      {index > 0 && ', '}
      {FilterValue ? (
        <FilterValue resource={resource} field={field} value={value} />
      ) : (
        <Show resource={resource} field={field} value={value} />
      )}
    </span>
  ));
}
