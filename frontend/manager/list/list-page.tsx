import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NO_VIEW } from '#contract/resources/list-address.ts';
import { may } from '../../auth/session.ts';
import { buttonClass } from '../../components/button.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { AppLink } from '../../layout/app-link.tsx';
import { ExportButton } from '../csv/export-button.tsx';
import { CustomPage } from '../custom-page.tsx';
import { QuickEdit } from '../form/quick-edit.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { addresses, onlyWith, useResource } from '../resource.ts';
import { useColumnChoice } from './column-choice.ts';
import { ColumnsPopover } from './columns-popover.tsx';
import { Count } from './count.tsx';
import { DensitySwitch } from './density-switch.tsx';
import { EmptyList } from './empty-list.tsx';
import { FilterChips, FiltersButton, FiltersPopover } from './filters/filters.tsx';
import { useFiltering } from './filters/use-filtering.ts';
import styles from './list-page.module.css';
import { useListTable } from './list-table.ts';
import { LoadMore } from './load-more.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortSelect } from './sort-select.tsx';
import { Table } from './table.tsx';
import { useDensity } from './use-density.ts';
import { useList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useSelection } from './use-selection.ts';
import { useViews } from './views/use-views.ts';
import { ViewsBar } from './views/views-bar.tsx';

export const loader = onlyWith('read');

/** Renders the list of a resource with search, filters and sorting, or the custom page that overrides it. */
export function Component() {
  const resource = useResource();
  const { list } = overridesOf(resource.name);
  // A key resets the state when the resource changes.
  return list ? <CustomPage load={list} props={{}} /> : <GeneratedList key={resource.name} />;
}

function GeneratedList() {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  const list = useList(resource);
  const { view, columns } = list.address;
  const columnChoice = useColumnChoice(resource, {
    visible: columns,
    change:
      columns.length > 0 || (view !== '' && view !== NO_VIEW)
        ? (visible) => list.ask({ columns: visible })
        : undefined,
  });
  const views = useViews(list, columnChoice);
  const selection = useSelection(list);
  const table = useListTable({ list, choice: columnChoice, selection });
  const [density, setDensity] = useDensity();
  useListKeys(resource, list.items);
  const filtering = useFiltering(list);
  const actions = may(resource.singular, 'create') && (
    <AppLink className={buttonClass('primary')} to={addresses.create(resource.name)}>
      <Plus size={18} aria-hidden="true" />
      {labels.message(resource, 'new')}
    </AppLink>
  );
  return (
    <Page title={labels.plural(resource)} description={labels.description(resource)} actions={actions}>
      <section className={styles.list} aria-label={labels.plural(resource)} data-full-width>
        <ViewsBar list={list} views={views} />
        <div className={styles.tools}>
          {resource.search.length > 0 && (
            <SearchField
              id="list-search"
              className={styles.search}
              label={t('manager.list.search')}
              clearLabel={t('manager.list.clearSearch')}
              term={list.address.searchTerm}
              onChange={(searchTerm) => list.ask({ searchTerm })}
            />
          )}
          <div className={styles.bar}>
            <SortSelect list={list} />
            <ColumnsPopover table={table} choice={columnChoice} />
            <ExportButton list={list} table={table} />
            <DensitySwitch density={density} onChange={setDensity} />
            <FiltersButton filtering={filtering} />
          </div>
        </div>
        <FilterChips filtering={filtering} />
        <FiltersPopover filtering={filtering} />
        <p className={styles.count} role="status" aria-label={t('manager.list.count')}>
          <Count list={list} />
        </p>
        {list.state === 'ready' && list.items.length > 0 && (
          <Table list={list} table={table} density={density} selection={selection} />
        )}
        {list.state === 'loading' && <RowSkeletons table={table} density={density} />}
        {(list.state === 'failed' || (list.state === 'ready' && list.items.length === 0)) && (
          <EmptyList list={list} />
        )}
        <LoadMore list={list} />
        <SelectionBar list={list} table={table} selection={selection} />
      </section>
      <QuickEdit
        resource={resource}
        items={list.items}
        onNearEnd={list.more === 'there' ? list.loadMore : undefined}
      />
    </Page>
  );
}
