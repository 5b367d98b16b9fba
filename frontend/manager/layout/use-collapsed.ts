import { useEffect, useState } from 'react';
import { useShortcut } from './use-shortcut.ts';

const storageKey = 'managerMenu';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'collapsed';
  } catch {
    return false;
  }
}

/** Whether the menu shows its signs only, and the switch for it: also Ctrl or ⌘ and B. Remembered in this browser. */
export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(read);
  const toggle = () => setCollapsed((before) => !before);
  useShortcut('b', toggle);
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, collapsed ? 'collapsed' : 'open');
    } catch {
      // A blocked storage: the choice holds until the page is left.
    }
  }, [collapsed]);
  return [collapsed, toggle];
}
