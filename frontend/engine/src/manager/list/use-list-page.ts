import { NO_VIEW } from '@bindery/contract/records/resources/list-address.ts';
import { useResource } from '../resource.ts';
import { useColumnChoice } from './column-choice.ts';
import { type ColumnDefinition, columnsOfEntry } from './columns.ts';
import { useDensity } from './density.tsx';
import { useFiltering } from './filters/use-filtering.ts';
import { useListTable } from './list-table.ts';
import { useList } from './state/use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useSelection } from './use-selection.ts';
import { useViews } from './views/use-views.ts';

/**
 * Returns the state of the list page of a resource for its parts: the list of the URL, its table, saved
 * views, filters, selection and row height. Also handles the keys of lists.
 * @param columns the columns of the list, a constant; by default the columns of the entry
 */
export function useListPage(columns?: readonly ColumnDefinition[]) {
  const resource = useResource();
  const definitions = columns ?? columnsOfEntry(resource);
  const list = useList(resource);
  const { view, columns: visible } = list.address;
  const isView = visible.length > 0 || (view !== '' && view !== NO_VIEW);
  const change = isView ? (names: string[]) => list.ask({ columns: names }) : undefined;
  const choice = useColumnChoice({
    resource,
    columns: definitions,
    address: { visible, change, view: isView ? view : '' },
  });
  const views = useViews(list, choice);
  const selection = useSelection(list);
  const table = useListTable({ list, columns: definitions, choice, selection });
  const filtering = useFiltering(list);
  const [density, setDensity] = useDensity();
  useListKeys(resource, list.items);
  return { list, table, choice, views, filtering, selection, density, setDensity };
}
