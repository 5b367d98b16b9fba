import type { Order } from '@bindery/contract/schema/index.ts';
import { type CrudFilter, useInfiniteList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PreloadedResponse, startingWith } from '../first-response.ts';
import type { ManagerRecord } from '../resource.ts';
import { type CursorPage, toCursorPage } from './data-provider.ts';

/** The loaded records of a list, and the cursor after them. */
export interface RecordPages {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly items: readonly ManagerRecord[];
  readonly total: number;
  /** False when the server stopped counting: `total` is then a lower bound. */
  readonly exact: boolean;
  /** The cursor after the loaded records. */
  readonly next: string | undefined;
  readonly more: 'none' | 'there' | 'loading' | 'failed';
  readonly loadMore: () => void;
  readonly retry: () => void;
}

interface Asked {
  /** Whether to load data yet. */
  readonly enabled?: boolean;
  readonly resource: string;
  readonly pageSize: number;
  readonly filters: CrudFilter[];
  readonly order: readonly Order[];
  /** The URL of the call for the first page, whose response may have come with the document. */
  readonly firstCall?: string;
}

/** Returns the data of a query that has loaded only the first page. */
const firstPage = ({ body, headers }: PreloadedResponse<ManagerRecord[]>) => ({
  pages: [toCursorPage(body, { headers: Object.fromEntries(headers) })],
  pageParams: [1],
});

/**
 * Loads the records of a resource page by page with the server's cursor. Also returns Refine's query itself.
 */
export function useRecordPages({ enabled = true, resource, pageSize, filters, order, firstCall }: Asked) {
  const { query } = useInfiniteList<ManagerRecord>({
    resource,
    pagination: { pageSize },
    filters,
    sorters: order.map(({ field, direction }) => ({ field, order: direction })),
    queryOptions: {
      enabled,
      placeholderData: keepPreviousData,
      getNextPageParam: (last) => last.cursor?.next,
      ...startingWith(enabled ? firstCall : undefined, firstPage),
    },
    errorNotification: false,
  });
  const pages = query.data?.pages as CursorPage<ManagerRecord>[] | undefined;
  // A stable array, so that a table re-renders only the rows that have changed.
  const items = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  const last = pages?.at(-1);
  const loaded: RecordPages = {
    state: last ? 'ready' : query.isError ? 'failed' : 'loading',
    items,
    total: last?.total ?? 0,
    exact: last?.exact ?? true,
    next: last?.cursor.next,
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
  return { query, loaded };
}
