import { useLayoutEffect, useRef } from 'react';
import { areKeysOn } from './key-settings.ts';
import { pressedKey } from './pressed-key.ts';

/** What single keys do, by their characters. An action that does nothing returns false, and the browser goes on. */
export type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

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
