import { currentSession, ownKey } from '@bindery/frontend/pages';

const storageKey = ownKey('recentSearches');
const MOST = 5;

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
  const terms = [...new Set([term, ...recentSearches()])].slice(0, MOST);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ user, terms }));
  } catch {
    // The storage is full or blocked: the search is not remembered.
  }
}
