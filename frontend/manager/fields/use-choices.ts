import { useInfiniteList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { PAGE_SIZE } from '#contract/resources/list-address.ts';
import type { Resource } from '#contract/schema/index.ts';
import { labelOf, type ManagerRecord } from '../resource.ts';

/** What a searchable select shows of the records that may be referred to. */
export interface Choices {
  readonly options: readonly { value: string; label: string }[];
  readonly loading: boolean;
  readonly failed: boolean;
  readonly search: (term: string) => void;
  readonly loadMore: () => void;
}

/** The records of a resource to choose from: searched on the server, more of them when the end is reached. */
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
    search: setTerm,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) query.fetchNextPage();
    },
  };
}
