import { useSyncExternalStore } from 'react';

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Tells pages the element of the top bar that shows their breadcrumbs; a ref of that element. */
export function setCrumbsPlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Returns the element that shows breadcrumbs; null where no top bar is rendered. */
export const useCrumbsPlace = (): HTMLElement | null => useSyncExternalStore(subscribe, () => place);
