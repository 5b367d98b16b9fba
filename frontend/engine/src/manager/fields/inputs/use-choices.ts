import { PAGE_SIZE } from '@bindery/contract/records/resources/list-address.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useInfiniteList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { labelOf, type ManagerRecord } from '../../resource.ts';

/** The options of a searchable select of records. */
interface Choices {
  readonly options: readonly { value: string; label: string }[];
  readonly loading: boolean;
  readonly failed: boolean;
  /** The search term, trimmed. */
  readonly term: string;
  readonly hasMore: boolean;
  readonly search: (term: string) => void;
  readonly loadMore: () => void;
}

/**
 * Loads the records of a resource as options: searches on the server, and loads more at the end of the list.
 */
export function useChoices(target: Resource, open: boolean): Choices {
  const [term, setTerm] = useState('');
  const q = useDeferredValue(term.trim());
  const { query } = useInfiniteList<ManagerRecord>({
    resource: target.name,
    pagination: { pageSize: PAGE_SIZE },
    filters: q === '' ? [] : [{ field: 'q', operator: 'eq', value: q }],
    queryOptions: { enabled: open, placeholderData: keepPreviousData },
    errorNotification: false,
  });
  const items = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return {
    options: items.map((item) => ({ value: item.id, label: labelOf(target, item) })),
    loading: query.isFetching,
    failed: query.isError,
    term: term.trim(),
    hasMore: query.hasNextPage,
    search: setTerm,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) query.fetchNextPage();
    },
  };
}
