import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '../keys/use-shortcut.ts';

/**
 * Saves on Ctrl or ⌘ with S, wherever the focus is, unless a dialog is open above the form. The browser never saves the
 * page while a form is open.
 */
export function useSaveShortcut(part: RefObject<HTMLElement | null>, save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event, 's')) return;
      event.preventDefault();
      const topmost = [...document.querySelectorAll('dialog[open]')].at(-1);
      if (!topmost || topmost.contains(part.current)) latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [part]);
}
