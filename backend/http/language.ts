import type { IncomingMessage } from 'node:http';
import { type Language, languages } from '#contract/init.ts';
import { readCookie } from './cookies.ts';

/** The language cookie that the pages keep. */
const LANGUAGE_COOKIE = 'i18next';

/**
 * The visitor's language: the one that the address asks for (`?lng=`), the cookie's, which was chosen in this browser,
 * the one that is kept with the account, what the browser prefers, else English.
 */
export function languageOf(request: IncomingMessage, chosen?: Language | null): Language {
  const { url = '/', headers } = request;
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('lng');
  const wanted = [
    query,
    readCookie(headers.cookie, LANGUAGE_COOKIE),
    chosen,
    ...preferred(headers['accept-language'] ?? ''),
  ];
  for (const tag of wanted) {
    const language = languages.find((known) => known === tag?.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return languages[0];
}

function preferred(header: string) {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
