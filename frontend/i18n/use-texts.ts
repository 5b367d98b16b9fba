import { useSyncExternalStore } from 'react';
import type { TextKey } from './keys.ts';
import { type Language, languages } from './languages.ts';
import { currentLanguage, subscribeToTexts, text, textsSnapshot } from './texts.ts';
import type { TextValues } from './translate.ts';

export type Translate = (key: TextKey, values?: TextValues) => string;

export interface TextsInUse {
  t: Translate;
  language: Language;
  dir: 'ltr' | 'rtl';
}

const t: Translate = (key, values) => text(key, values);

/** The page's texts for a component, which draws itself again when the language changes. */
export function useTexts(): TextsInUse {
  useSyncExternalStore(subscribeToTexts, textsSnapshot);
  const language = currentLanguage();
  return { t, language, dir: languages[language].dir };
}
