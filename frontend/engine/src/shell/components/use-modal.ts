import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a dialog as a modal on mount and closes it on unmount: the browser traps the focus and restores it
 * afterwards. The page below does not scroll meanwhile (theme/base.css).
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because it must run before the element is removed: only then does the browser restore
  // the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const page = document.documentElement;
    // If another dialog is open, the scroll bar is already hidden and cannot be measured.
    if (!document.querySelector('dialog[open]'))
      page.style.setProperty('--scroll-bar', `${innerWidth - page.clientWidth}px`);
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
