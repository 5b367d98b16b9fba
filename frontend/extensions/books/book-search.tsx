import { lazyDialog, SearchField } from '@bindery/frontend/components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './books-page.module.css';

/** A term that stays this long is a search, not a part of a word that is being typed. */
const SETTLED_MS = 1500;

const load = () => import('./parts/recent-searches.tsx');
const RecentSearches = lazyDialog(load);

interface BookSearchProps {
  term: string;
  onChange: (term: string) => void;
}

/** Renders the search field. While it is focused and empty, it offers the latest searches. */
export function BookSearch({ term, onChange }: BookSearchProps) {
  const { t } = useTranslation();
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    if (!term) return;
    // Without a connection the search is not remembered.
    const remember = () => load().then(({ rememberSearch }) => rememberSearch(term), Boolean);
    const timer = setTimeout(remember, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [term]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the focus of the field within it
    <div
      className={styles.field}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <SearchField label={t('books.search')} clearLabel={t('books.clear')} term={term} onChange={onChange} />
      {focused && !term && <RecentSearches onChoose={onChange} onClose={() => setFocused(false)} />}
    </div>
  );
}
