import { discardInitialResponses, HttpError } from '@bindery/frontend/http';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { type BookFilters, type BookSlice, firstBooks, orders, readBooks } from '../book.ts';

/** State of the list of books. */
export interface BookList extends Omit<BookSlice, 'cursor'> {
  /** `failed` with books present means that the next page could not be loaded. */
  state: 'loading' | 'ready' | 'failed';
  hasMore: boolean;
  /** The books are still those of the previous search. */
  outdated: boolean;
  /** Loads the next page, or retries the one that failed. */
  loadMore: () => void;
}

const emptyList: BookSlice = { books: [], total: 0, exact: true, cursor: null };
// By history entry and filters, so that Back restores the loaded list.
const listCache = new Map<string, BookSlice>();

/**
 * Loads the books that match some filters, page by page. After Back, restores all pages that had been loaded.
 */
export function useBooks(filters: BookFilters): BookList {
  const place = `${useLocation().key} ${Object.values(filters)}`;
  const isBackNavigation = useNavigationType() === 'POP';
  const [shown, setShown] = useState(() => ({
    filters,
    list: (isBackNavigation && listCache.get(place)) || firstBooks(filters),
  }));
  const [state, setState] = useState<BookList['state']>(shown.list ? 'ready' : 'loading');
  const reading = useRef<AbortController>(undefined);
  const list = shown.list ?? emptyList;

  const load = useCallback(
    async (before: BookSlice) => {
      reading.current?.abort();
      reading.current = new AbortController();
      const { signal } = reading.current;
      setState('loading');
      try {
        const piece = await readBooks({ filters, cursor: before.cursor, signal });
        setShown({ filters, list: { ...piece, books: [...before.books, ...piece.books] } });
        setState('ready');
      } catch (error) {
        if (signal.aborted) return;
        // Nothing matches a rejected filter, such as a genre that is no id.
        const isRefused = error instanceof HttpError && error.status === 400;
        if (isRefused) setShown({ filters, list: emptyList });
        setState(isRefused ? 'ready' : 'failed');
      }
    },
    [filters],
  );

  const fresh = shown.list !== undefined && shown.filters === filters;
  useEffect(() => {
    if (!fresh) load(emptyList);
  }, [fresh, load]);
  useEffect(() => {
    if (fresh) listCache.set(place, list);
  }, [fresh, place, list]);
  const loadMore = () => load(fresh ? list : emptyList);
  useEffect(() => {
    if (state === 'failed') addEventListener('online', loadMore);
    return () => removeEventListener('online', loadMore);
  });
  useEffect(() => {
    discardInitialResponses();
    return () => reading.current?.abort();
  }, []);

  return {
    ...list,
    state,
    hasMore: list.cursor !== null,
    outdated: !fresh,
    loadMore,
  };
}

/** Changes query parameters of the page; an empty text removes one. */
export type ChangeFilters = (change: Record<string, string>) => void;

/** Returns the filters of the URL and a function that changes them, which replaces the history entry. */
export function useBookFilters(): [BookFilters, ChangeFilters] {
  const [parameters, setParameters] = useSearchParams();
  const filters = useMemo(() => {
    const of = (name: string) => parameters.get(name) ?? '';
    const sort = of('_sort');
    return {
      searchTerm: of('searchTerm'),
      genre: of('genre'),
      author: of('author'),
      sort: Object.hasOwn(orders, sort) ? sort : 'title',
    };
  }, [parameters]);
  const change = (changed: Record<string, string>) =>
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(changed))
          if (value) before.set(name, value);
          else before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filters, change];
}
