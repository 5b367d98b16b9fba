import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Focuses the heading of the new page after a navigation, for screen readers, as soon as it is rendered. Does
 * not move the focus on the first page, or on a page that has focused one of its own fields.
 */
export function useFocusOnHeading(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    return focusOnHeading();
  }, [pathname]);
}

/** Focuses the page's heading as soon as it is rendered. Returns the function that cancels it. */
export function focusOnHeading(): () => void {
  if (focusHeading()) return () => {};
  const observer = new MutationObserver(() => focusHeading() && stop());
  const stop = () => {
    observer.disconnect();
    removeEventListener('keydown', stop);
    removeEventListener('pointerdown', stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  // Cancelled when the user acts first, so that the focus does not jump.
  addEventListener('keydown', stop);
  addEventListener('pointerdown', stop);
  return stop;
}

function focusHeading(): boolean {
  const heading = document.querySelector('h1');
  if (!heading) return false;
  const { activeElement } = document;
  const isField = activeElement?.matches('input, textarea, select');
  if (isField && heading.closest('main')?.contains(activeElement)) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
