import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, and re-renders the component when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  const matches = () => matchMedia(query).matches;
  // The server renders a page only for browsers whose window has the width that it assumes.
  return useSyncExternalStore(subscribe, matches, matches);
}
