import { type GetOneResponse, useOne } from '@refinedev/core';
import {
  type InfiniteData,
  type QueryClient,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import { EmptyState } from '#frontend/shell/components/empty-state.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { ErrorMessage } from '#frontend/shell/layout/error-page.tsx';
import { freshAtFirst, type PreloadedResponse, startingWith } from './first-response.ts';
import { useLabels } from './labels.ts';
import { addresses, apiOf, type ManagerRecord, resourceNamed } from './resource.ts';

/**
 * Renders the placeholder of a record that is loading, or the error if it is missing, forbidden or failed to
 * load.
 */
export function RecordState({ record: { state, reload } }: { record: LoadedRecord }) {
  const { t } = useTranslation();
  if (state === 'missing') return <MissingRecord />;
  if (state === 'forbidden') return <ErrorMessage kind="403" />;
  if (state === 'failed')
    return (
      <EmptyState icon={CloudOff} title={t('manager.show.failed')}>
        <Button onClick={reload}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  return <RecordPlaceholder />;
}

/** Renders that a record does not exist, with a link to its list. */
function MissingRecord() {
  const { t } = useTranslation();
  const labels = useLabels();
  // Not every page of an extension has it in its address.
  const resource = resourceNamed(useParams().resource);
  return (
    <ErrorMessage
      kind="404"
      title={t('manager.show.missing')}
      text={t('manager.show.missingHint')}
      retry={
        resource && (
          <AppLink className={buttonClass('primary')} to={addresses.list(resource.name)}>
            {labels.plural(resource)}
          </AppLink>
        )
      }
    />
  );
}

/** Renders the placeholder of a record. */
export function RecordPlaceholder() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton inline="18rem" block="4.5rem" />
      <br />
      <Skeleton block="16rem" />
    </div>
  );
}

/** A record and its ETag. A change sends the ETag, so that it does not overwrite concurrent changes. */
export interface LoadedRecord {
  readonly item: ManagerRecord | undefined;
  readonly etag: string | undefined;
  readonly state: 'loading' | 'failed' | 'missing' | 'forbidden' | 'ready';
  /** Refetches the record. On failure, `error` is set and the other values are the previous ones. */
  readonly reload: () => Promise<Reading>;
}

interface Reading {
  readonly etag: string | undefined;
  readonly error: unknown;
}

const stateOf = (error: unknown): LoadedRecord['state'] => {
  if (!(error instanceof HttpError)) return 'failed';
  // A malformed id is rejected with 400; no record can have it.
  if (error.status === 404 || error.status === 400) return 'missing';
  return error.status === 403 ? 'forbidden' : 'failed';
};

/** The response of our data provider: Refine's type lacks the ETag. */
export type RecordResponse = GetOneResponse<ManagerRecord> & { readonly etag?: string };

/** Returns the record that Refine's `useOne` or `useForm` has queried. */
export function toLoadedRecord(query: UseQueryResult<RecordResponse, unknown>): LoadedRecord {
  return {
    item: query.data?.data,
    etag: query.data?.etag,
    state: query.isError ? stateOf(query.error) : query.data ? 'ready' : 'loading',
    reload: async () => {
      const { data, error } = await query.refetch();
      return { etag: data?.etag, error };
    },
  };
}

type LoadedPages = InfiniteData<{ readonly data: readonly ManagerRecord[] }>;

/** Returns a record that a list has loaded. */
function listedRecord(client: QueryClient, { resource, id }: AskedRecord): RecordResponse | undefined {
  const lists = client.getQueriesData<LoadedPages>({
    predicate: ({ queryKey: [kind, , name, action] }) =>
      kind === 'data' && name === resource && action === 'infinite',
  });
  for (const [, list] of lists)
    for (const { data } of list?.pages ?? []) for (const one of data) if (one.id === id) return { data: one };
  return undefined;
}

const toResponse = ({ body, headers }: PreloadedResponse<ManagerRecord>): RecordResponse => {
  const etag = headers.get('etag');
  return { data: body, ...(etag !== null && { etag }) };
};

interface AskedRecord {
  readonly resource: string;
  readonly id: string;
  readonly archived?: boolean;
  /** Whether a record that a list has loaded will do until the response comes. It has no ETag. */
  readonly fromLists?: boolean;
}

/** Loads one record. Returns the cached one at once and revalidates it in the background. */
export function useRecord({ resource, id, archived = false, fromLists = false }: AskedRecord): LoadedRecord {
  const client = useQueryClient();
  const { query } = useOne<ManagerRecord>({
    resource,
    id,
    ...(archived && { meta: { archived } }),
    queryOptions: {
      staleTime: freshAtFirst,
      refetchOnWindowFocus: false,
      ...(fromLists && !archived && { placeholderData: () => listedRecord(client, { resource, id }) }),
      ...startingWith(archived ? undefined : apiOf(resource).read.url({ params: { id } }), toResponse),
    },
    errorNotification: false,
  });
  return toLoadedRecord(query);
}
