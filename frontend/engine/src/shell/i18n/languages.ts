import type { Language } from '@bindery/contract/records/init.ts';

export type { Language };

/** The supported languages, each with its native name. */
export const languages: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  sw: 'Kiswahili',
};

/** Returns the supported language that matches a tag such as `fr-CA`, or undefined. */
export function matchLanguage(tag: string | null | undefined): Language | undefined {
  const code = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return code !== undefined && Object.hasOwn(languages, code) ? (code as Language) : undefined;
}
