import type { Locale } from 'antd/es/locale';
import type { Language } from '#frontend/shell/i18n/languages.ts';

type LoadLocale = () => Promise<{ default: Locale }>;

/** antd's locale files. English is built in; antd has no Swahili, so that locale is our own. */
const files: Readonly<Record<Language, LoadLocale | undefined>> = {
  en: undefined,
  fr: () => import('antd/es/locale/fr_FR'),
  ar: () => import('antd/es/locale/ar_EG'),
  sw: () => import('./swahili.ts'),
};

const loaded = new Map<Language, Promise<Locale | undefined>>();

/** Loads antd's locale of a language once; undefined for the built-in one. */
export function loadLocale(language: Language): Promise<Locale | undefined> {
  const known = loaded.get(language);
  if (known) return known;
  const locale = (files[language]?.() ?? Promise.resolve(undefined)).then((file) => file?.default);
  loaded.set(language, locale);
  locale.catch(() => loaded.delete(language));
  return locale;
}
