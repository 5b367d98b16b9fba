import { useEffect, useState } from 'react';

/** How many whole seconds have passed since a moment, counted on while the page is open. */
export function useSecondsSince(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((Math.max(now, moment) - moment) / 1000));
}
