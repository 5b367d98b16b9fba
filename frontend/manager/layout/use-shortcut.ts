import { useEffect, useRef } from 'react';

/** Calls `onPress` on Ctrl or ⌘ with the given key, wherever the focus is. */
export function useShortcut(key: string, onPress: () => void): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const pressed = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!pressed || event.key.toLowerCase() !== key || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [key]);
}

/** Returns the label of the shortcut on this device: `⌘K` or `Ctrl K`. */
export const shortcutText = (key: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key.toUpperCase()}` : `Ctrl ${key.toUpperCase()}`;
