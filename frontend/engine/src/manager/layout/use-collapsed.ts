import { useEffect, useState } from 'react';
import { useShortcut } from '../keys/use-shortcut.ts';

const storageKey = 'managerMenu';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'collapsed';
  } catch {
    return false;
  }
}

/**
 * Returns whether the menu is collapsed to icons, and a toggle. Ctrl or ⌘ with B toggles it too. Stored in
 * this browser.
 */
export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(read);
  const toggle = () => setCollapsed((before) => !before);
  useShortcut('b', toggle);
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, collapsed ? 'collapsed' : 'open');
    } catch {
      // The storage is blocked: the choice lasts until the page is left.
    }
  }, [collapsed]);
  return [collapsed, toggle];
}
