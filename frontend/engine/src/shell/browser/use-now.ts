import { useEffect, useReducer } from 'react';

const EVERY_MS = 20_000;

/** Returns the current time, and renders the component again as it passes: "2 minutes ago" stays true. */
export function useNow(): Date {
  const [, renderAgain] = useReducer((renderings: number) => renderings + 1, 0);
  useEffect(() => {
    const timer = setInterval(renderAgain, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  // Read at every rendering: what has just been loaded would be in the future.
  return new Date();
}
