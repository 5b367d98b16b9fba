import type { Resource } from '@bindery/contract/schema/index.ts';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { useLabels } from '../labels.ts';
import { labelOf, type ManagerRecord } from '../resource.ts';
import { secondaryText } from '../secondary-text.ts';
import { usePhone } from './density.tsx';
import { type ListTable, visibleFields } from './list-table.ts';
import type { List } from './state/use-list.ts';
import { filterOf, type ListSelection } from './use-selection.ts';

const BulkBar = lazyDialog(() => import('../bulk/bulk-bar.tsx'));

interface Props {
  list: List;
  table: ListTable;
  selection: ListSelection;
}

/** The maximum number of selected records that are named. */
const NAMED = 3;

/** Returns the labels of the first selected records; empty if they are not selected one by one. */
function namesOf(resource: Resource, items: readonly ManagerRecord[], ids: readonly string[]): string {
  const named = items.filter(({ id }) => ids.includes(id)).slice(0, NAMED);
  const more = ids.length > named.length && named.length > 0 ? ['…'] : [];
  return [...named.map((item) => labelOf(resource, item)), ...more].join(' · ');
}

/**
 * Renders the bar of the selected records, on phones as soon as the selection starts, and announces their
 * number to screen readers.
 */
export function SelectionBar({ list, table, selection }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, items, total, exact } = list;
  const { count, isUnderWay, select, selectAll, deselect, clear } = selection;
  const isPhone = usePhone();
  const ids = 'ids' in select ? select.ids : [];
  const only = ids.length === 1 ? items.find(({ id }) => id === ids[0]) : undefined;
  const close = () => {
    // The bar disappears with the focused element. Synchronously: elements behind an open dialog cannot take
    // the focus.
    flushSync(clear);
    document
      .querySelector<HTMLElement>('tbody :is([data-select], [data-record-link])')
      ?.focus({ preventScroll: true });
  };
  return (
    <>
      <p className="only-for-screen-readers" role="status">
        {count > 0 && t('manager.table.selected', { records: labels.count(resource, count) })}
      </p>
      {(count > 0 || (isPhone && isUnderWay)) && (
        <BulkBar
          resource={resource}
          select={select}
          count={count}
          total={total}
          exact={exact}
          query={filterOf(list.address)}
          label={only && labelOf(resource, only)}
          detail={only ? secondaryText(resource, only, labels) : namesOf(resource, items, ids)}
          exporting={{ list, visible: visibleFields(table) }}
          onSelectAll={selectAll}
          onDeselect={deselect}
          onClose={close}
        />
      )}
    </>
  );
}
