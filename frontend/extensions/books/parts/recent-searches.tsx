import { currentSession, ownKey } from '@bindery/frontend/pages';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './recent-searches.module.css';

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

const storageKey = ownKey('recentSearches');
const MAX_SEARCHES = 5;

/** Returns the latest searches of the user in this browser, the newest first. */
export function recentSearches(): string[] {
  try {
    const { user, terms } = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return user === currentSession()?.user.id ? terms.map(String) : [];
  } catch {
    return [];
  }
}

/** Stores a search in this browser until sign-out. Ignores an empty term. */
export function rememberSearch(term: string): void {
  const user = currentSession()?.user.id;
  if (!term || !user) return;
  const terms = [...new Set([term, ...recentSearches()])].slice(0, MAX_SEARCHES);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ user, terms }));
  } catch {
    // The storage is full or blocked: the search is not remembered.
  }
}
