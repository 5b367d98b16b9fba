import { useLayoutEffect, useRef } from 'react';

/**
 * Calls `onPress` on Ctrl or ⌘ with the given key, wherever the focus is. It listens before the page is
 * painted: a later effect would miss the keys of a user who is faster than a busy device.
 */
export function useShortcut(key: string, onPress: () => void): void {
  const latest = useRef(onPress);
  useLayoutEffect(() => {
    latest.current = onPress;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event, key) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [key]);
}

/** Returns the Latin letter of a key, also on a keyboard for another script. */
const letterOf = ({ key, code }: KeyboardEvent) =>
  (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase();

/** Returns whether a key was pressed together with Ctrl or ⌘, and without Alt and Shift. */
export const isShortcut = (event: KeyboardEvent, key: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letterOf(event) === key;

/** Returns the label of the shortcut on this device: `⌘K` or `Ctrl K`. */
export const shortcutText = (key: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key.toUpperCase()}` : `Ctrl ${key.toUpperCase()}`;
