import { useEffect, useState } from 'react';

/** Returns the number of whole seconds since a time, updated every second. */
export function useSecondsSince(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((Math.max(now, moment) - moment) / 1000));
}
