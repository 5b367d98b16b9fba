import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recentSearches, rememberSearch } from './kept-searches.ts';
import styles from './recent-searches.module.css';

export { rememberSearch };

interface RecentSearchesProps {
  onChoose: (term: string) => void;
  onClose: () => void;
}

/** Renders the latest searches below the search field; nothing if there are none. */
export default function RecentSearches({ onChoose, onClose }: RecentSearchesProps) {
  const { t } = useTranslation();
  const terms = recentSearches();
  if (terms.length === 0) return null;
  return (
    // A press would blur the field, which would remove the list before the click.
    <ul
      className={styles.list}
      aria-label={t('books.recent')}
      onPointerDown={(event) => event.preventDefault()}
    >
      {terms.map((term) => (
        <li key={term}>
          <button
            type="button"
            className={styles.term}
            onClick={() => {
              onChoose(term);
              onClose();
            }}
          >
            <History size={16} aria-hidden="true" />
            <bdi>{term}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
