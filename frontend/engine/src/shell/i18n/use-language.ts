import { directionOf } from '@bindery/contract/records/init.ts';
import { useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange } from './i18n.ts';
import type { Language } from './languages.ts';

/**
 * Returns the language of the page and its direction, and re-renders the component when it changes. It
 * subscribes to nothing else, so that every cell of a long list may use it.
 */
export function useLanguage(): { language: Language; dir: 'ltr' | 'rtl' } {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  return { language, dir: directionOf(language) };
}
