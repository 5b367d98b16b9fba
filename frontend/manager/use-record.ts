import { useOne } from '@refinedev/core';
import { HttpError } from '../http/http-error.ts';
import type { ManagerRecord } from './resource.ts';

/** A record and its ETag, which a change sends back so that concurrent changes are not overwritten. */
export interface LoadedRecord {
  readonly item: ManagerRecord | undefined;
  readonly etag: string | undefined;
  /** False while the record comes from the cache only. */
  readonly fresh: boolean;
  readonly state: 'loading' | 'failed' | 'missing' | 'forbidden' | 'ready';
  /** Refetches the record. On failure, `error` is set and the other values are the previous ones. */
  readonly reload: () => Promise<Reading>;
}

interface Reading {
  readonly item: ManagerRecord | undefined;
  readonly etag: string | undefined;
  readonly error: unknown;
}

const stateOf = (error: unknown): LoadedRecord['state'] => {
  if (!(error instanceof HttpError)) return 'failed';
  // A malformed id is rejected with 400; no record can have it.
  if (error.status === 404 || error.status === 400) return 'missing';
  return error.status === 403 ? 'forbidden' : 'failed';
};

interface Answer {
  data: ManagerRecord;
  etag?: string;
}

/** Loads one record. Returns the cached one at once and revalidates it in the background. */
export function useRecord(resource: string, id: string): LoadedRecord {
  const { query } = useOne<ManagerRecord>({
    resource,
    id,
    queryOptions: { staleTime: 0, refetchOnWindowFocus: false },
    errorNotification: false,
  });
  const response = query.data as Answer | undefined;
  return {
    item: response?.data,
    etag: response?.etag,
    fresh: query.isFetchedAfterMount,
    state: query.isError ? stateOf(query.error) : response ? 'ready' : 'loading',
    reload: async () => {
      const { data, error } = await query.refetch();
      const again = data as Answer | undefined;
      return { item: again?.data, etag: again?.etag, error };
    },
  };
}
