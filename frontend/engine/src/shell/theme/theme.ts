import { type Theme, themes } from '@bindery/contract/records/init.ts';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../browser/listeners.ts';
import { readStored, store } from '../browser/stored.ts';

const storageKey = 'theme';
const ofSystem = () => matchMedia('(prefers-color-scheme: dark)');
const { subscribe, notify } = createListeners();
let chosen = storedTheme() ?? 'system';

function storedTheme(): Theme | undefined {
  const stored = readStored(storageKey);
  return themes.find((theme) => theme === stored);
}

/**
 * Follows the theme of the system and of other tabs, and applies the one that the user chose on another
 * device, unless this browser has a stored theme.
 */
export function startTheme(chosenElsewhere?: Theme | null): void {
  ofSystem().addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== storageKey) return;
    chosen = storedTheme() ?? 'system';
    apply();
  });
  if (chosenElsewhere && !storedTheme()) setTheme(chosenElsewhere);
}

/**
 * Changes the theme of the page and stores it. The script in index.html applies it before the first paint.
 */
export function setTheme(theme: Theme): void {
  chosen = theme;
  store(storageKey, theme);
  apply();
}

function apply() {
  const dark = isDark();
  const { classList } = document.documentElement;
  classList.toggle('dark', dark);
  classList.toggle('light', !dark);
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
  notify();
}

const isDark = () => chosen === 'dark' || (chosen === 'system' && ofSystem().matches);

/**
 * Returns the chosen theme and whether it currently resolves to dark; re-renders the component on changes.
 */
export function useTheme(): { theme: Theme; dark: boolean } {
  const theme = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => 'system' as const,
  );
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return { theme, dark };
}
