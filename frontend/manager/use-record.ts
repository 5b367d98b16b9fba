import { useOne } from '@refinedev/core';
import { HttpError } from '../http/http-error.ts';
import type { ManagerRecord } from './resource.ts';

/** A record, and the ETag it came with: sent back with a change, so that nobody overwrites another unseen. */
export interface LoadedRecord {
  readonly item: ManagerRecord | undefined;
  readonly etag: string | undefined;
  /** False as long as it is only what is remembered from before. */
  readonly fresh: boolean;
  readonly state: 'loading' | 'failed' | 'missing' | 'forbidden' | 'ready';
  /** Reads it anew; `error` says why that failed, and the others are as before then. */
  readonly reload: () => Promise<Reading>;
}

interface Reading {
  readonly item: ManagerRecord | undefined;
  readonly etag: string | undefined;
  readonly error: unknown;
}

const stateOf = (error: unknown): LoadedRecord['state'] => {
  if (!(error instanceof HttpError)) return 'failed';
  // What is no id at all is refused as invalid: there is nothing at that address either.
  if (error.status === 404 || error.status === 400) return 'missing';
  return error.status === 403 ? 'forbidden' : 'failed';
};

interface Answer {
  data: ManagerRecord;
  etag?: string;
}

/** Reads one record; the one that is remembered is shown at once and checked behind the scenes. */
export function useRecord(resource: string, id: string): LoadedRecord {
  const { query } = useOne<ManagerRecord>({
    resource,
    id,
    queryOptions: { staleTime: 0, refetchOnWindowFocus: false },
    errorNotification: false,
  });
  const answer = query.data as Answer | undefined;
  return {
    item: answer?.data,
    etag: answer?.etag,
    fresh: query.isFetchedAfterMount,
    state: query.isError ? stateOf(query.error) : answer ? 'ready' : 'loading',
    reload: async () => {
      const { data, error } = await query.refetch();
      const again = data as Answer | undefined;
      return { item: again?.data, etag: again?.etag, error };
    },
  };
}
