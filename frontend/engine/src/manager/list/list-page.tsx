import type { LoaderFunctionArgs } from 'react-router';
import { CustomPage, loadSlots } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { onlyWith, useResource } from '../resource.ts';
import type { ColumnDefinition } from './columns.ts';
import { DensitySwitch } from './density.tsx';
import { FilterChips, FiltersButton, FiltersPopover } from './filters/filters.tsx';
import { CreateLink, ListFrame, LoadMore } from './list-frame.tsx';
import { ListRows } from './list-rows.tsx';
import { ColumnsPopover, ListCount, ListMenu, ListSearch, ListTools } from './list-tools.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListPage } from './use-list-page.ts';
import { ViewsBar } from './views/views-bar.tsx';

const mayRead = onlyWith('read');

/**
 * Loads the list of the resource's extension, if it has one. Throws 404 for an unknown resource, 403 without
 * the permission.
 */
export async function loader(route: LoaderFunctionArgs) {
  mayRead(route);
  await loadSlots(overridesOf(route.params.resource!).list);
  return null;
}

/** Renders the list of a resource with search, filters and sorting, or the custom page that overrides it. */
export function Component() {
  const resource = useResource();
  const { list } = overridesOf(resource.name);
  // A key resets the state when the resource changes.
  return list ? <CustomPage load={list} props={{}} /> : <GeneratedList key={resource.name} />;
}

interface GeneratedListProps {
  /** A constant; by default the columns of the entry. */
  columns?: readonly ColumnDefinition[];
}

/** Renders a list with the same parts as a page that `npm run bindery eject` writes. */
export function GeneratedList({ columns }: GeneratedListProps) {
  const { list, table, choice, views, filtering, selection, density, setDensity } = useListPage(columns);
  return (
    <ListFrame list={list} actions={<CreateLink />}>
      <ViewsBar list={list} views={views} />
      <ListTools search={<ListSearch list={list} />} count={<ListCount list={list} />}>
        <FiltersButton filtering={filtering} />
        <ColumnsPopover table={table} choice={choice} />
        <DensitySwitch density={density} onChange={setDensity} />
        <ListMenu list={list} table={table} choice={choice} selection={selection} />
      </ListTools>
      <FilterChips filtering={filtering} />
      <FiltersPopover filtering={filtering} />
      <ListRows list={list} table={table} density={density} selection={selection} />
      <LoadMore list={list} />
      <SelectionBar list={list} table={table} selection={selection} />
    </ListFrame>
  );
}
