import { useSyncExternalStore } from 'react';

const storageKey = 'managerKeys';
const listeners = new Set<() => void>();

let isOn = read();
let isHelpOpen = false;

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

const publish = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns whether single keys are enabled. Users of speech input can disable them, in this browser. */
export const areKeysOn = (): boolean => isOn;

/** Enables or disables single keys. */
export function switchKeys(on: boolean): void {
  isOn = on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // The storage is blocked: the choice lasts until the user leaves the page.
  }
  publish();
}

/** Opens or closes the sheet that lists the keys. */
export function showHelp(open: boolean): void {
  isHelpOpen = open;
  publish();
}

/** Returns whether single keys are enabled, and re-renders the component when that changes. */
export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areKeysOn);

/** Returns whether the sheet is open, and re-renders the component when that changes. */
export const useHelpOpen = (): boolean => useSyncExternalStore(subscribe, () => isHelpOpen);
