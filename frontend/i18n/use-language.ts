import { useTranslation } from 'react-i18next';
import { type Language, languages } from './languages.ts';

/** Returns the language of the page and its direction, and re-renders the component when it changes. */
export function useLanguage(): { language: Language; dir: 'ltr' | 'rtl' } {
  const language = useTranslation().i18n.language as Language;
  return { language, dir: languages[language].dir };
}
