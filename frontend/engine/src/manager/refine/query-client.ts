import { type Mutation, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { authProvider } from '#frontend/shell/auth/auth-provider.ts';
import { currentSession, subscribeToSession } from '#frontend/shell/auth/session.ts';
import { isOffline } from '#frontend/shell/browser/offline.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';

const retries = 3;
const minute = 60_000;

/** Returns whether to retry: not while offline, and only without a response or after a server error. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < retries &&
  !isOffline() &&
  error instanceof HttpError &&
  (error.status === 0 || error.status >= 500);

/** Refine's query keys are `data, provider, resource, action`; Refine itself invalidates single records. */
const isOneRecord = ({ queryKey: [kind, , , action] }: Query) => kind === 'data' && action === 'one';

/**
 * Invalidates all queries that may contain a record; active ones are refetched. Refine invalidates after a
 * write too, but not cursor-based lists or other resources that show the record.
 */
export const invalidateLists = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: (query) => !isOneRecord(query) });

/** Refine runs calls of the auth provider as mutations too, which change no records. */
const isWrite = ({ options }: Mutation<unknown, unknown, unknown, unknown>) =>
  options.mutationKey?.[0] === 'data';

/**
 * The manager's query cache. Data is kept for five minutes after its last use, so that Back renders it at
 * once.
 */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, _values, _before, mutation) => {
      if (isWrite(mutation)) invalidateLists();
    },
  }),
  // Covers queries outside Refine's hooks too, which call the auth provider themselves.
  queryCache: new QueryCache({ onError: authProvider.onError }),
  defaultOptions: {
    // While offline, calls fail with an error instead of pausing silently.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      gcTime: 5 * minute,
      staleTime: minute / 2,
      retry: shouldRetry,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, minute / 2),
    },
  },
});

let user = currentSession()?.user.id;
// What one user was shown is nothing for whoever signs in after them in the same tab.
subscribeToSession(() => {
  const next = currentSession()?.user.id;
  if (next !== user) queryClient.clear();
  user = next;
});
