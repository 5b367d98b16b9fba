import { NO_VIEW } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { useKeys } from '../keys/keys.tsx';
import { addresses, editAddress, type ManagerRecord, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import { type ColumnDefinition, columnsOfEntry, useColumnChoice } from './columns.ts';
import { useDensity } from './density.tsx';
import { useFiltering } from './filters/use-filtering.ts';
import { useListTable } from './list-table.ts';
import { useList } from './state/use-list.ts';
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

const rowAt = (index: number) => document.querySelector(`tbody [data-index="${index}"]`);
const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-index]');
const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('[data-record-link]');

/**
 * Handles the keys of a list: j and k move from row to row, Enter opens, x selects (with Shift a range), e
 * edits, n creates, / moves to the search. The current row is the last one that had the focus.
 */
function useListKeys(resource: Resource, items: readonly ManagerRecord[]): void {
  const navigate = useNavigate();
  const location = useLocation();
  const last = useRef(-1);
  const { name, singular } = resource;
  const move = (by: 1 | -1) => () => {
    const row = focusedRow();
    const index = (row ? Number(row.dataset.index) : last.current) + by;
    const link = linkIn(rowAt(Math.max(0, index)));
    link?.focus();
    if (link) last.current = Math.max(0, index);
  };
  useKeys({
    j: move(1),
    k: move(-1),
    // The browser handles the key on a link or a button.
    Enter: () => {
      if (!document.activeElement?.matches('[data-select], [data-cut]')) return false;
      linkIn(focusedRow())?.click();
      return true;
    },
    x: ({ shiftKey }) => {
      const box = focusedRow()?.querySelector('[data-select]');
      box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
    },
    e: () => {
      const item = items[Number(focusedRow()?.dataset.index)];
      if (item && mayWith(resource, 'update', item)) navigate(editAddress(location.search, item.id));
    },
    n: () => {
      if (may(singular, 'create')) navigate(addresses.create(name));
    },
    '/': () => document.getElementById('list-search')?.focus(),
  });
}
