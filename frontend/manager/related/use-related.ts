import { useInfiniteList } from '@refinedev/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RelatedCount } from '#contract/resources/related.ts';
import { RELATED_PAGE_SIZE, type ReverseReference } from '#contract/resources/reverse-references.ts';
import { http } from '../../http/http.ts';
import type { CursorPage } from '../refine/data-provider.ts';
import type { ManagerRecord } from '../resource.ts';

/** The number of records; where `exact` is false, there are more. */
export type Total = Pick<RelatedCount, 'total' | 'exact'>;

/** Loads the numbers of all records that refer to a record, by one call. Returns the number of one reference. */
export function useRelatedCounts({ to, id, enabled }: { to: string; id: string; enabled: boolean }) {
  const { data } = useQuery({
    queryKey: ['related', to, id],
    queryFn: async () => (await http.get<RelatedCount[]>(`/api/${to}/${id}/related`)).data,
    enabled,
  });
  return ({ resource, field }: ReverseReference): Total | undefined =>
    data?.find((count) => count.resource === resource.name && count.field === field.name);
}

/** The records of a panel, and its actions. */
export interface RelatedList extends Total {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly items: readonly ManagerRecord[];
  readonly more: 'none' | 'there' | 'loading' | 'failed';
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Loads the records that refer to a record by one field and match a search, page by page. */
export function useRelated(
  { resource, field }: ReverseReference,
  { id, searchTerm }: { id: string; searchTerm: string },
): RelatedList {
  const { field: sort, direction } = resource.sort;
  const { query } = useInfiniteList<ManagerRecord>({
    resource: resource.name,
    pagination: { pageSize: RELATED_PAGE_SIZE },
    filters: [
      // An array, as lists write their filters: the address is then the preloaded one.
      { field: field.name, operator: 'eq', value: [id] },
      ...(searchTerm === '' ? [] : [{ field: 'q', operator: 'eq' as const, value: searchTerm }]),
    ],
    sorters: [{ field: sort, order: direction }],
    queryOptions: { placeholderData: keepPreviousData, getNextPageParam: (last) => last.cursor?.next },
    errorNotification: false,
  });
  const pages = query.data?.pages as CursorPage<ManagerRecord>[] | undefined;
  const last = pages?.at(-1);
  return {
    state: last ? 'ready' : query.isError ? 'failed' : 'loading',
    items: pages?.flatMap(({ data }) => data) ?? [],
    total: last?.total ?? 0,
    exact: last?.exact ?? true,
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
