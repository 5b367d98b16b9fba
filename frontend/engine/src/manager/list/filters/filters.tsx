import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { FiltersLabel } from '#frontend/shell/components/filters-label.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { PopoverPanel } from '#frontend/shell/components/popover.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { FilterChips as Chips, FilterChip } from '../../filter-chips.tsx';
import { useLabels } from '../../labels.ts';
import { FilterText } from './filter-text.tsx';
import styles from './filters.module.css';
import type { ChipFilters } from './late-users.ts';
import type { Filtering } from './use-filtering.ts';

const FiltersPanel = lazyDialog(
  () => import('./filters-panel.tsx'),
  () => <Skeleton block="16rem" />,
);

/** Renders the button of the filters, with the number of active filters. */
export function FiltersButton({ filtering }: { filtering: Filtering }) {
  const { t } = useTranslation();
  const { chips, fields, panel } = filtering;
  if (fields.length === 0) return null;
  return (
    <Button ref={panel.button} className={styles.open} data-beside-search {...openerProps(filtering)}>
      <FiltersLabel count={chips.length} spoken={t('manager.filters.active', { count: chips.length })}>
        {t('manager.filters.open')}
      </FiltersLabel>
    </Button>
  );
}

/** Renders the active filters as chips. A chip opens its editor in place, and can be removed. */
export function FilterChips({ filtering }: { filtering: Filtering }) {
  const { t } = useTranslation();
  const { chips, clear, panel, list } = filtering;
  const { ids = [] } = list.address;
  if (chips.length === 0 && ids.length === 0) return null;
  // The focused button disappears together with its chip.
  const focus = () => panel.button.current?.focus();
  return (
    <Chips
      ref={panel.chips}
      count={chips.length}
      onClear={() => {
        clear();
        focus();
      }}
    >
      {chips.map(({ late, filters }) => (
        <li key={late ?? filters.map(({ field, operator }) => `${field.name} ${operator}`).join()}>
          <Chip filtering={filtering} late={late} filters={filters} onRemoved={focus} />
        </li>
      ))}
      {ids.length > 0 && (
        <li>
          <FilterChip
            filter="ID"
            onRemove={() => {
              list.ask({ ids: [] }, { push: true });
              focus();
            }}
          >
            {t('manager.pasted.chip', { count: ids.length })}
          </FilterChip>
        </li>
      )}
    </Chips>
  );
}

interface ChipProps extends ChipFilters {
  readonly filtering: Filtering;
  readonly onRemoved: () => void;
}

function Chip({ filtering, late, filters, onRemoved }: ChipProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource } = filtering.list;
  const [filter] = filters;
  if (!filter) return null;
  const lateText = late && t(`manager.trends.${late}`);
  const removeChip = () => {
    filtering.remove(filters);
    onRemoved();
  };
  const removeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') removeChip();
  };
  return (
    <FilterChip
      filter={lateText ?? labels.field(resource, filter.field)}
      onRemove={removeChip}
      opener={{
        'aria-haspopup': 'dialog',
        'aria-keyshortcuts': 'Delete',
        onKeyDown: removeByKey,
        ...openerProps(filtering, late ? undefined : filter.field),
      }}
    >
      {lateText ?? <FilterText resource={resource} filter={filter} />}
    </FilterChip>
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
      onOpen={() => {
        panel.onOpen();
        placeByChips(panel);
      }}
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

/**
 * Moves the panel of all filters below the chips, which it would cover below its button. The panel of a chip
 * may extend to the end of the chips' row, not only of its own chip. Not in the popover: light pages load it.
 */
function placeByChips({ id, chips, field }: Filtering['panel']): void {
  const style = document.getElementById(id)?.style;
  if (!chips.current || !style) return;
  const { bottom, left, right } = chips.current.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(chips.current).direction === 'rtl';
  const end = isRightToLeft ? document.documentElement.clientWidth - left : right;
  style.setProperty('--end', `${end}px`);
  if (field === undefined) style.setProperty('--below', `${bottom + scrollY}px`);
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
