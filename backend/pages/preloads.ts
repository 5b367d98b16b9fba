import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/init.ts';

/** The files of one page's first visit, as the build wrote them down. */
export interface Preloads {
  readonly address: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** The call for the page's first data, with the parameters of its address in it. */
  readonly data?: string;
}

/** A visit to a page: the address asked for, and what the server knows of the visitor. */
export interface Visit {
  readonly url: string;
  readonly language: Language;
  readonly signedIn: boolean;
}

/** What the build in a folder wrote down for first visits. */
export function readPreloads(folder: string): Preloads[] {
  return JSON.parse(readFileSync(join(folder, '.vite', 'preloads.json'), 'utf8'));
}

/**
 * Announces everything that a page will ask for, so that the browser asks for all of it at once: its code, its
 * styles, its texts in the visitor's language, and its first data. Empty for a page that has none of its own.
 */
export function announcer(pages: readonly Preloads[]): (visit: Visit) => string {
  const known = pages.map((page) => ({ ...page, pattern: new URLPattern({ pathname: page.address }) }));
  return ({ url, language, signedIn }) => {
    const { pathname, search } = new URL(url, 'http://localhost');
    for (const { pattern, scripts, styles, texts, data } of known) {
      const match = pattern.exec({ pathname });
      if (!match) continue;
      // A search asks for other data than the page without one.
      const call = signedIn && !search && data ? withParameters(data, match.pathname.groups) : undefined;
      return [
        ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
        ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
        ...(texts[language] ?? []).map(
          (file) => `<link rel="preload" as="fetch" crossorigin href="${file}">`,
        ),
        ...(call ? [`<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call}">`] : []),
      ].join('');
    }
    return '';
  };
}

function withParameters(address: string, values: Record<string, string | undefined>): string {
  const filled = address.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return filled.replaceAll('&', '&amp;');
}
