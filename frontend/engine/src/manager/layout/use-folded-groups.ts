import { useState } from 'react';

const storageKey = 'managerMenuFolded';

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the names of the menu's collapsed groups, and a toggle. Stored in this browser. */
export function useFoldedGroups(): [readonly string[], (name: string) => void] {
  const [folded, setFolded] = useState(read);
  const toggle = (name: string) => {
    const next = folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name];
    setFolded(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // The storage is blocked: the choice lasts until the user leaves the page.
    }
  };
  return [folded, toggle];
}
