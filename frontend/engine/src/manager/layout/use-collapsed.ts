import { useState } from 'react';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { useShortcut } from '../keys/use-shortcut.ts';

const storageKey = 'managerMenu';

function read(): boolean | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? undefined : stored === 'collapsed';
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the menu is collapsed to icons, and a toggle. Ctrl or ⌘ with B toggles it too. Stored in
 * this browser; until it is toggled, it leaves the space of a tablet to the page.
 */
export function useCollapsed(): [boolean, () => void] {
  const isTablet = useMedia('(width < 1024px)');
  const [chosen, setChosen] = useState(read);
  const collapsed = chosen ?? isTablet;
  const toggle = () => {
    setChosen(!collapsed);
    try {
      localStorage.setItem(storageKey, collapsed ? 'open' : 'collapsed');
    } catch {
      // The storage is blocked: the choice lasts until the user leaves the page.
    }
  };
  useShortcut('b', toggle);
  return [collapsed, toggle];
}
