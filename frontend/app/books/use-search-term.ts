import { useSearchParams } from 'react-router';

/** Returns the search term of the URL and a setter, which replaces the history entry. */
export function useSearchTerm(): [string, (term: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (term: string) =>
    setParameters(
      (before) => {
        if (term) before.set('searchTerm', term);
        else before.delete('searchTerm');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return [parameters.get('searchTerm') ?? '', change];
}
