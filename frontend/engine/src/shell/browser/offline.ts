import { useSyncExternalStore } from 'react';

/** Returns whether the browser reports that it is offline, so that requests are pointless. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Returns whether the browser is online and re-renders the component when that changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !isOffline(),
    () => true,
  );
}

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
