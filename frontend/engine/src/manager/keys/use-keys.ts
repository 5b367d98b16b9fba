import { useLayoutEffect, useRef } from 'react';
import { areKeysOn } from './key-settings.ts';
import { pressedKey } from './pressed-key.ts';

/**
 * The actions of single keys, by character. An action without effect returns false, and the browser handles
 * the key.
 */
type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** Runs an action when its key is pressed, unless the user is typing or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  // Before the page is painted, as in use-shortcut.ts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = areKeysOn() ? pressedKey(event) : undefined;
      if (key === undefined || !Object.hasOwn(latest.current, key)) return;
      if (latest.current[key]!(event) !== false) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
