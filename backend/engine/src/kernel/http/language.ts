import { type Language, languages } from '@bindery/contract/records/init.ts';
import type { Request } from 'express';
import { readCookie } from './cookies.ts';

/** The language cookie that the pages set. */
const LANGUAGE_COOKIE = 'i18next';

/**
 * Returns the visitor's language, in order of precedence: `?lng=`, the language cookie (chosen in this browser), the
 * language stored with the account, Accept-Language, English.
 */
export function languageOf(
  request: Pick<Request, 'url' | 'headers' | 'acceptsLanguages'>,
  chosen?: Language | null,
): Language {
  const { url, headers } = request;
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('lng');
  const wanted = [
    query,
    readCookie(headers.cookie, LANGUAGE_COOKIE),
    chosen,
    request.acceptsLanguages(...languages) || undefined,
  ];
  for (const tag of wanted) {
    const language = languages.find((known) => known === tag?.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return languages[0];
}
