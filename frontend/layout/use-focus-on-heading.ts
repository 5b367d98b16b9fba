import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation, screen readers go on at the new page's heading, also where that takes a moment to appear.
 * The first page is left as it is.
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

/** Puts the focus on the page's heading, as soon as there is one; returns the way out. */
export function focusOnHeading(): () => void {
  if (focusHeading()) return () => {};
  const observer = new MutationObserver(() => focusHeading() && stop());
  const stop = () => {
    observer.disconnect();
    removeEventListener('keydown', stop);
    removeEventListener('pointerdown', stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  // Whoever goes on by themselves meanwhile is not called back.
  addEventListener('keydown', stop);
  addEventListener('pointerdown', stop);
  return stop;
}

function focusHeading(): boolean {
  const heading = document.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
