import { type Language, languages } from '@bindery/contract/records/init.ts';
import type { Request } from 'express';
import { readCookie } from './cookies.ts';

/** The language cookie that the pages set. */
const LANGUAGE_COOKIE = 'i18next';
/** The cookie that the pages set for a visit through a link with a language. */
const VISIT_COOKIE = 'visit-language';

/**
 * Returns the visitor's language, in order of precedence: `?lng=` of this request, or of the visit's start;
 * the language cookie (chosen in this browser); the language of the account; Accept-Language; English.
 */
export function languageOf(
  request: Pick<Request, 'url' | 'headers' | 'acceptsLanguages'>,
  chosen?: Language | null,
): Language {
  const { url, headers } = request;
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('lng');
  const wanted = [
    query,
    readCookie(headers.cookie, VISIT_COOKIE),
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
