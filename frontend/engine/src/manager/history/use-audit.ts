import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '#frontend/shell/http/api.ts';
import { endOfDay, startOfDay } from '../fields/timestamp.ts';

/** The filters of the history in the page's URL. Days are local. */
export const auditFilters = [
  'resource',
  'user',
  'apiKey',
  'action',
  'from',
  'to',
  'record',
  'label',
  'batch',
] as const;
/** A filter of the history of all resources. */
type AuditFilter = (typeof auditFilters)[number];

/** The filters in the API's form. */
type AuditQuery = NonNullable<NonNullable<Parameters<typeof api.history.export>[0]>['query']>;

/** The current filters, and functions that change them. */
export interface AuditFilterState {
  readonly get: (name: AuditFilter) => string;
  readonly set: (name: AuditFilter, value: string) => void;
  readonly clear: () => void;
  readonly isFiltered: boolean;
  /** The number of filters, without the search. */
  readonly count: number;
  /** The filters in the API's form. */
  readonly query: AuditQuery;
}

/** Stores the filters in the page's URL. */
export function useAuditFilters(): AuditFilterState {
  const [parameters, setParameters] = useSearchParams();
  const get = (name: AuditFilter) => parameters.get(name) ?? '';
  return {
    get,
    set: (name, value) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    clear: () => setParameters({}, { replace: true }),
    isFiltered: auditFilters.some((name) => get(name) !== ''),
    count: auditFilters.filter((name) => name !== 'label' && get(name) !== '').length,
    query: queryOf(get),
  };
}

function queryOf(get: AuditFilterState['get']): AuditQuery {
  const values = auditFilters.map((name) => [
    name,
    name === 'from' || name === 'to' ? timestampOf(name, get(name)) : get(name),
  ]);
  // An edited URL may contain an unknown action, which the server rejects.
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** Returns the timestamp at which a day starts or ends; empty for an invalid day. */
function timestampOf(name: 'from' | 'to', day: string): string {
  if (Number.isNaN(Date.parse(day))) return '';
  return name === 'from' ? startOfDay(day) : endOfDay(day);
}

/** Loads the history of all resources, page by page. */
export function useAudit(query: AuditQuery) {
  return useInfiniteQuery({
    queryKey: ['history', 'all', query],
    initialPageParam: '',
    queryFn: async ({ pageParam: after, signal }) => {
      const { body, headers } = await api.history.list({
        // In the order of the preloaded URL.
        query: { _batches: 'once', ...query, ...(after !== '' && { _after: after }) },
        signal,
      });
      return { entries: body, next: headers.get('x-next-cursor') ?? undefined };
    },
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
