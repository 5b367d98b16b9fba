import { useInfiniteList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  filterParams,
  type ListAddress,
  orderOf,
  PAGE_SIZE,
  readAddress,
  writeAddress,
} from '#contract/resources/list-address.ts';
import type { Order, Resource } from '#contract/schema/index.ts';
import { HttpError } from '../../http/http-error.ts';
import type { CursorPage } from '../refine/data-provider.ts';
import type { ManagerRecord } from '../resource.ts';

/** State of a list page: its query, its rows and its actions. */
export interface List {
  readonly resource: Resource;
  readonly address: ListAddress;
  /** The columns that the list is sorted by, the most important first. */
  readonly order: readonly Order[];
  /**
   * Changes parts of the query; the others are kept. With `push`, Back returns to the query before.
   */
  readonly ask: (change: Partial<ListAddress>, options?: { readonly push?: boolean }) => void;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly items: readonly ManagerRecord[];
  readonly total: number;
  /** False when the server stopped counting: `total` is then a lower bound. */
  readonly exact: boolean;
  /** The server rejected the query as invalid: no record could match its filters. */
  readonly isRefused: boolean;
  /** The rows are still those of the previous query. */
  readonly outdated: boolean;
  readonly more: 'none' | 'there' | 'loading' | 'failed';
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const toCrudFilters = (address: ListAddress) =>
  filterParams(address).map(([field, value]) => ({ field, operator: 'eq' as const, value }));

/** Loads the list of a resource by the query in the URL, page by page with the server's cursor. */
export function useList(resource: Resource): List {
  const [parameters, setParameters] = useSearchParams();
  // Stable references, so that a table re-renders only the rows that have changed.
  const address = useMemo(() => readAddress(resource, parameters), [resource, parameters]);
  const order = useMemo(() => orderOf(resource, address), [resource, address]);
  const { query } = useInfiniteList<ManagerRecord>({
    resource: resource.name,
    pagination: { pageSize: PAGE_SIZE },
    filters: toCrudFilters(address),
    sorters: order.map(({ field, direction }) => ({ field, order: direction })),
    queryOptions: { placeholderData: keepPreviousData, getNextPageParam: (last) => last.cursor?.next },
    errorNotification: false,
  });
  const pages = query.data?.pages as CursorPage<ManagerRecord>[] | undefined;
  const items = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  const last = pages?.at(-1);
  return {
    resource,
    address,
    order,
    ask: (change, { push = false } = {}) =>
      setParameters(writeAddress({ ...address, ...change }), { replace: !push, preventScrollReset: true }),
    state: last ? 'ready' : query.isError ? 'failed' : 'loading',
    isRefused: query.error instanceof HttpError && query.error.status === 400,
    items,
    total: last?.total ?? 0,
    exact: last?.exact ?? true,
    outdated: query.isPlaceholderData,
    more: query.isFetchingNextPage
      ? 'loading'
      : query.isFetchNextPageError
        ? 'failed'
        : query.hasNextPage
          ? 'there'
          : 'none',
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
