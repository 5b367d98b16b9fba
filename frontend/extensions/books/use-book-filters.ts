import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type BookFilters, orders } from './book.ts';

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
