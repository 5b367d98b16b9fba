import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import styles from './search-field.module.css';

const pause = 250;

/** The search term of the address, and how it is changed: shortly after the last key, without a new history entry. */
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

/** A search box with a button that empties it. */
export function SearchField({ term, onChange }: { term: string; onChange: (term: string) => void }) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(term);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => setTyped(term), [term]);
  useEffect(() => {
    const timer = setTimeout(() => change.current(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);

  function clear() {
    setTyped('');
    onChange('');
    field.current?.focus();
  }

  return (
    <search className={styles.search}>
      <Search className={styles.icon} size={18} aria-hidden="true" />
      <input
        ref={field}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t('app.books.search')}
        aria-label={t('app.books.search')}
      />
      {typed && (
        <button type="button" className={styles.clear} onClick={clear} aria-label={t('app.books.clear')}>
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
