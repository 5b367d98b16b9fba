import { useSyncExternalStore } from 'react';

/** Whether the browser knows that there is no network, so that nothing needs to be tried. */
export const isOffline = (): boolean => navigator.onLine === false;

/** Whether the device has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => !isOffline());
}

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
