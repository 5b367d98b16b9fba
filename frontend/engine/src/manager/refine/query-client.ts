import { type Mutation, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { authProvider } from '#frontend/shell/auth/auth-provider.ts';
import { currentSession, subscribeToSession } from '#frontend/shell/auth/session.ts';
import { isWorthRepeating } from '#frontend/shell/http/endpoint.ts';

const retries = 3;
const minute = 60_000;

/** Refine's query keys are `data, provider, resource, action`; Refine itself invalidates single records. */
const isOneRecord = ({ queryKey: [kind, , , action] }: Query) => kind === 'data' && action === 'one';

/**
 * Invalidates all queries that may contain a record; active ones are refetched unless `refetchType` is
 * 'none'. Refine also invalidates after a write, but not cursor-based lists or other resources that show the
 * record.
 */
export const invalidateLists = (refetchType: 'active' | 'none' = 'active'): Promise<void> =>
  queryClient.invalidateQueries({ predicate: (query) => !isOneRecord(query), refetchType });

/**
 * Removes a deleted record from the cache. Call it when no page shows the record: it would be queried again.
 */
export const removeRecord = (id: string): void =>
  queryClient.removeQueries({ predicate: (query) => isOneRecord(query) && query.queryKey.includes(id) });

/** Refine also runs calls of the auth provider, which change no records, as mutations. */
const isWrite = ({ options }: Mutation<unknown, unknown, unknown, unknown>) =>
  options.mutationKey?.[0] === 'data';

/**
 * The manager's query cache. Data stays for five minutes after its last use, so that Back renders it at once.
 */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, _values, _before, mutation) => {
      if (isWrite(mutation)) invalidateLists();
    },
  }),
  // Also covers queries outside Refine's hooks, which call the auth provider themselves.
  queryCache: new QueryCache({ onError: authProvider.onError }),
  defaultOptions: {
    // While offline, calls fail with an error instead of pausing silently.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      gcTime: 5 * minute,
      staleTime: minute / 2,
      retry: (failures, error) => failures < retries && isWorthRepeating(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, minute / 2),
    },
  },
});

let user = currentSession()?.user.id;
// The next user who signs in on the same tab must not see the data of the previous one.
subscribeToSession(() => {
  const next = currentSession()?.user.id;
  if (next !== user) queryClient.clear();
  user = next;
});
