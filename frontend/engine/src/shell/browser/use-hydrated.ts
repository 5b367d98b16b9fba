import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * Returns whether the page knows what only the browser knows, such as the time and its zone: false on the
 * server and while the browser hydrates what the server has rendered; true at once in a page that the browser
 * renders itself.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
