import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { X } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FiltersLabel } from '#frontend/shell/components/filters-label.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { PopoverPanel } from '#frontend/shell/components/popover.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useLabels } from '../../labels.ts';
import type { ActiveFilter } from './active-filters.ts';
import { FilterText } from './filter-text.tsx';
import styles from './filters.module.css';
import type { Filtering } from './use-filtering.ts';

const FiltersPanel = lazyDialog(
  () => import('./filters-panel.tsx'),
  () => <Skeleton block="16rem" />,
);

/** Renders the button of the filters, with the number of active filters. */
export function FiltersButton({ filtering }: { filtering: Filtering }) {
  const { t } = useTranslation();
  const { filters, fields, panel } = filtering;
  if (fields.length === 0) return null;
  return (
    <Button ref={panel.button} className={styles.open} data-beside-search {...openerProps(filtering)}>
      <FiltersLabel count={filters.length} spoken={t('manager.filters.active', { count: filters.length })}>
        {t('manager.filters.open')}
      </FiltersLabel>
    </Button>
  );
}

/** Renders the active filters as chips. A chip opens its editor in place, and can be removed. */
export function FilterChips({ filtering }: { filtering: Filtering }) {
  const { t } = useTranslation();
  const { filters, clear, panel, list } = filtering;
  const { ids = [] } = list.address;
  if (filters.length === 0 && ids.length === 0) return null;
  return (
    <div className={styles.chips}>
      <ul className={styles.list} aria-label={t('manager.filters.active', { count: filters.length })}>
        {filters.map((filter) => (
          <li key={`${filter.field.name} ${filter.operator}`}>
            <Chip filtering={filtering} filter={filter} />
          </li>
        ))}
        {ids.length > 0 && (
          <li className={styles.chip}>
            <span className={styles.edit}>{t('manager.pasted.chip', { count: ids.length })}</span>
            <button
              type="button"
              className={styles.remove}
              onClick={() => {
                list.ask({ ids: [] }, { push: true });
                panel.button.current?.focus();
              }}
              aria-label={t('manager.filters.remove', { filter: 'ID' })}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
      <Button
        variant="quiet"
        className={styles.clear}
        onClick={() => {
          clear();
          panel.button.current?.focus();
        }}
      >
        {t('manager.filters.clearAll')}
      </Button>
    </div>
  );
}

function Chip({ filtering, filter }: { filtering: Filtering; filter: ActiveFilter }) {
  const { t } = useTranslation();
  const { list, panel, remove } = filtering;
  const label = useLabels().field(list.resource, filter.field);
  const removeChip = () => {
    remove(filter);
    // The focused button disappears together with the chip.
    panel.button.current?.focus();
  };
  const removeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') removeChip();
  };
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.edit}
        aria-haspopup="dialog"
        aria-keyshortcuts="Delete"
        onKeyDown={removeByKey}
        {...openerProps(filtering, filter.field)}
      >
        <FilterText resource={list.resource} filter={filter} />
      </button>
      <button
        type="button"
        className={styles.remove}
        onClick={removeChip}
        aria-label={t('manager.filters.remove', { filter: label })}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

/** Renders the panel that the button and the chips open: a popover below them, or a sheet on phones. */
export function FiltersPopover({ filtering }: { filtering: Filtering }) {
  const { t } = useTranslation();
  const { panel, flush } = filtering;
  const close = () => document.getElementById(panel.id)?.hidePopover();
  return (
    <PopoverPanel
      id={panel.id}
      label={t('manager.filters.title')}
      opener={panel.opener}
      onOpen={panel.onOpen}
      onClose={() => {
        flush();
        // The chip that opened the panel disappears with its filter.
        if (!panel.opener.current?.isConnected) panel.button.current?.focus();
      }}
    >
      <FiltersPanel key={panel.field?.name} filtering={filtering} onClose={close} />
    </PopoverPanel>
  );
}

/** Returns the props of a button that opens the filters, or the filters of one field. */
const openerProps = ({ panel }: Filtering, field?: ResourceField) => ({
  popoverTarget: panel.id,
  onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This click would only close the panel of another button, so the handler closes it first.
    if (panel.opener.current !== currentTarget) document.getElementById(panel.id)?.hidePopover();
    panel.opener.current = currentTarget;
    panel.setField(field);
  },
});
