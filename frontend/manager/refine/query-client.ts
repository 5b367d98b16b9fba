import { type Mutation, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { authProvider } from '../../auth/auth-provider.ts';
import { HttpError } from '../../http/http-error.ts';
import { isOffline } from '../../http/offline.ts';

const retries = 3;
const minute = 60_000;

/** Whether another try may help: not without a network, nor where the server has understood the query and answered it. */
export const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < retries &&
  !isOffline() &&
  error instanceof HttpError &&
  (error.status === 0 || error.status >= 500);

/** Refine's keys read `data, provider, resource, action`; a record by itself is read anew by Refine. */
const isOneRecord = ({ queryKey: [kind, , , action] }: Query) => kind === 'data' && action === 'one';

/**
 * Marks everything that may show a record as outdated, which is read again where it is to be seen. After a write Refine
 * does so by itself, but it passes over the lists that go on by cursor, and over what other resources show of a record.
 */
export const outdateLists = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: (query) => !isOneRecord(query) });

/** Refine runs its calls of the auth provider as mutations too: those write no record. */
const isWrite = ({ options }: Mutation<unknown, unknown, unknown, unknown>) =>
  options.mutationKey?.[0] === 'data';

/** What the manager has read, kept for five minutes after its last use, so that Back finds it as it was. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, _values, _before, mutation) => {
      if (isWrite(mutation)) outdateLists();
    },
  }),
  // Also for what is read without Refine's hooks, which ask the provider by themselves.
  queryCache: new QueryCache({ onError: authProvider.onError }),
  defaultOptions: {
    // Without a network a call fails like any other and says so, rather than wait for one without a word.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      gcTime: 5 * minute,
      staleTime: minute / 2,
      retry: worthRetrying,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, minute / 2),
    },
  },
});
