import { useEffect, useReducer } from 'react';

/** Returns the current time, and renders the component again at this interval: "2 minutes ago" stays true. */
export function useNow(everyMs = 20_000): Date {
  const [, renderAgain] = useReducer((renderings: number) => renderings + 1, 0);
  useEffect(() => {
    const timer = setInterval(renderAgain, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  // Read at every rendering: what has just been loaded would be in the future.
  return new Date();
}
