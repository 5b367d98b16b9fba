import {
  filterParams,
  firstListCall,
  type ListAddress,
  orderOf,
  PAGE_SIZE,
  readAddress,
  writeAddress,
} from '@bindery/contract/records/resources/list-address.ts';
import type { SavedView } from '@bindery/contract/records/views.ts';
import type { Order, Resource } from '@bindery/contract/schema/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '#frontend/shell/http/api.ts';
import { type PreloadedResponse, startingWith } from '../../first-response.ts';
import { type RecordPages, useRecordPages } from '../../refine/use-record-pages.ts';

/** State of a list page: its query, its rows and its actions. */
export interface List extends RecordPages {
  readonly resource: Resource;
  readonly address: ListAddress;
  /** The sort columns of the list, the most important first. */
  readonly order: readonly Order[];
  /** Changes parts of the query and keeps the others. With `push`, Back returns to the previous query. */
  readonly ask: (change: Partial<ListAddress>, options?: { readonly push?: boolean }) => void;
  /** Why the list could not be loaded, such as a filter that the server rejects. */
  readonly error: unknown;
  /** Whether the rows still belong to the previous query. */
  readonly outdated: boolean;
}

/** Returns whether filters select some of the records. */
export const isFiltered = ({ filters, ids = [] }: ListAddress): boolean => filters.length + ids.length > 0;

/** Returns whether a search or filters select some of the records. */
export const isNarrowed = (address: ListAddress): boolean => isFiltered(address) || address.searchTerm !== '';

const toCrudFilters = (address: ListAddress) =>
  filterParams(address).map(([field, value]) => ({ field, operator: 'eq' as const, value }));

/** Loads the list of a resource with the query in the URL, page by page with the server's cursor. */
export function useList(resource: Resource): List {
  const [parameters, setParameters] = useSearchParams();
  // Stable references, so that a table re-renders only the rows that have changed.
  const address = useMemo(() => readAddress(resource, parameters), [resource, parameters]);
  const order = useMemo(() => orderOf(resource, address), [resource, address]);
  const { views, isLoading } = useSavedViews(resource);
  // The URL of the default view replaces this one, so no user sees the list of all records.
  const isReplaced = parameters.size === 0 && (isLoading || views.some(({ isDefault }) => isDefault));
  const { query, loaded } = useRecordPages({
    enabled: !isReplaced,
    resource: resource.name,
    pageSize: address.size ?? PAGE_SIZE,
    filters: toCrudFilters(address),
    order,
    firstCall: firstListCall(resource, parameters),
  });
  return {
    ...loaded,
    resource,
    address,
    order,
    ask: (change, { push = false } = {}) =>
      setParameters(writeAddress({ ...address, ...change }), { replace: !push, preventScrollReset: true }),
    error: query.error,
    outdated: query.isPlaceholderData,
  };
}

/** The key of the saved views in the query cache. */
export const VIEWS_KEY = ['views'];

/** Returns the saved views of a resource, and whether they are loading for the first time. */
export function useSavedViews({ name }: Resource): { views: readonly SavedView[]; isLoading: boolean } {
  const { data, isPending, failureCount } = useQuery({
    queryKey: VIEWS_KEY,
    queryFn: async ({ signal }) => (await api.views.list({ signal })).body,
    ...startingWith(api.views.list.url(), ({ body }: PreloadedResponse<SavedView[]>) => body),
  });
  const views = (data ?? []).filter(({ resource }) => resource === name);
  return { views, isLoading: isPending && failureCount === 0 };
}
