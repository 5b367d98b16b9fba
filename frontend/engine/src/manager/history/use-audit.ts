import type { AuditEntry } from '@bindery/contract/api/history.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { http } from '#frontend/shell/http/http.ts';
import { endOfDay, startOfDay } from '../fields/moment.ts';

/** The filters of the history in the page's URL. Days are local ones. */
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
export type AuditFilter = (typeof auditFilters)[number];

/** The filters that are set, and how to change them. */
export interface AuditFilterState {
  readonly get: (name: AuditFilter) => string;
  readonly set: (name: AuditFilter, value: string) => void;
  readonly clear: () => void;
  readonly isFiltered: boolean;
  /** How many filters are set, without the search. */
  readonly count: number;
  /** The query string of the API. */
  readonly query: string;
}

/** Reads the filters from the page's URL, and keeps them there. */
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

function queryOf(get: AuditFilterState['get']): string {
  const query = new URLSearchParams();
  for (const name of auditFilters) {
    const value = name === 'from' || name === 'to' ? momentOf(name, get(name)) : get(name);
    if (value !== '') query.set(name, value);
  }
  return query.toString();
}

/** Returns the moment at which a day begins or ends; empty for a text that is no day. */
function momentOf(name: 'from' | 'to', day: string): string {
  if (Number.isNaN(Date.parse(day))) return '';
  return name === 'from' ? startOfDay(day) : endOfDay(day);
}

/** Exactly the address that the server preloads. */
const addressOf = (query: URLSearchParams) =>
  `/api/history?${new URLSearchParams([['_batches', 'once'], ...query])}`;

/** Loads the history of all resources, page by page. */
export function useAudit(query: string) {
  return useInfiniteQuery({
    queryKey: ['history', 'all', query],
    initialPageParam: '',
    queryFn: async ({ pageParam: after, signal }) => {
      const page = new URLSearchParams(query);
      if (after !== '') page.set('_after', after);
      const { data, headers } = await http.get<AuditEntry[]>(addressOf(page), { signal });
      return { entries: data, next: headers['x-next-cursor'] };
    },
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
