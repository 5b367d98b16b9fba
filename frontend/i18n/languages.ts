import type { Language } from '#contract/init.ts';

export type { Language };

interface LanguageInfo {
  name: string;
  dir: 'ltr' | 'rtl';
}

/** The languages the product speaks, each named in its own words. */
export const languages: Record<Language, LanguageInfo> = {
  en: { name: 'English', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
  sw: { name: 'Kiswahili', dir: 'ltr' },
};

export const defaultLanguage: Language = 'en';

/** The language of ours that a tag like `fr-CA` asks for, or undefined. */
export function matchLanguage(tag: string | null | undefined): Language | undefined {
  const code = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return code !== undefined && Object.hasOwn(languages, code) ? (code as Language) : undefined;
}
