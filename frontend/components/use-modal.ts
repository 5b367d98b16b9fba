import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a dialog over the page as soon as it is there, and closes it when it goes: the browser keeps the focus inside
 * and gives it back afterwards. The page below does not scroll meanwhile, and stays where it is (theme/base.css).
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    const page = document.documentElement;
    // Over another dialog there is no scroll bar left to be measured.
    if (!document.querySelector('dialog[open]'))
      page.style.setProperty('--scroll-bar', `${innerWidth - page.clientWidth}px`);
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
