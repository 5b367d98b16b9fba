import type { Locale } from 'antd/es/locale';
import type { Language } from '#frontend/shell/i18n/languages.ts';

type LoadLocale = () => Promise<{ default: object }>;

/**
 * The texts of antd's components. English is built in; the others are the product's, because antd has no
 * Swahili, and its French and Arabic lack texts and have mistakes.
 */
const files: Readonly<Record<Language, LoadLocale | undefined>> = {
  en: undefined,
  fr: () => import('./fr.json'),
  ar: () => import('./ar.json'),
  sw: () => import('./sw.json'),
};

const loaded = new Map<Language, Promise<Locale | undefined>>();
const known = new Map<Language, Locale | undefined>();

/** Returns whether antd's locale of a language is known, and the locale. */
export const knownLocale = (language: Language) => ({
  isKnown: known.has(language) || !files[language],
  locale: known.get(language),
});

/** Loads antd's locale of a language once; undefined for the built-in one. */
export function loadLocale(language: Language): Promise<Locale | undefined> {
  const loading = loaded.get(language);
  if (loading) return loading;
  const locale = (files[language]?.() ?? Promise.resolve(undefined)).then((file) => {
    const texts = file?.default as Locale | undefined;
    known.set(language, texts);
    return texts;
  });
  loaded.set(language, locale);
  locale.catch(() => loaded.delete(language));
  return locale;
}
