import { useState } from 'react';

/** How high the rows of lists are. */
export type Density = 'compact' | 'comfortable';

const storageKey = 'managerDensity';

function read(): Density {
  try {
    return localStorage.getItem(storageKey) === 'comfortable' ? 'comfortable' : 'compact';
  } catch {
    return 'compact';
  }
}

/** Returns the row height of all lists, and a function that changes it. It is stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(read);
  const change = (next: Density) => {
    setDensity(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // The storage is blocked: the choice lasts until the user leaves the page.
    }
  };
  return [density, change];
}
