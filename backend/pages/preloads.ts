import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CurrentSession, Language } from '#contract/init.ts';
import { arrival } from './arrival.ts';

/** The files of one page's first visit, as the build wrote them down. */
export interface Preloads {
  readonly address: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** The call for the page's first data, with the parameters of its address in it. */
  readonly data?: string;
  /** Parameters of the call, each with the one of the page's address that it is taken from. */
  readonly asked?: Readonly<Record<string, string>>;
}

/** A visit to a page: the address asked for, and what the server knows of the visitor. */
export interface Visit {
  readonly url: string;
  readonly language: Language;
  readonly session: CurrentSession | null;
}

/** What the build in a folder wrote down for first visits. */
export function readPreloads(folder: string): Preloads[] {
  return JSON.parse(readFileSync(join(folder, '.vite', 'preloads.json'), 'utf8'));
}

/** Finds the page that a visit arrives at, and the parameters of its address. */
function finder(pages: readonly Preloads[]) {
  const known = pages.map((page) => ({ page, pattern: new URLPattern({ pathname: page.address }) }));
  return ({ url, session }: Visit) => {
    // No page stands at the root itself, so only what is for any address fits it.
    const pathname = arrival(url, session) ?? '/';
    for (const { page, pattern } of known) {
      const match = pattern.exec({ pathname });
      if (match) return { page, parameters: match.pathname.groups };
    }
    return undefined;
  };
}

/**
 * Announces everything that a page will ask for, so that the browser asks for all of it at once: its styles, its
 * code, and its texts in the visitor's language.
 */
export function announcer(pages: readonly Preloads[]): (visit: Visit) => string {
  const find = finder(pages);
  return (visit) => {
    const page = find(visit)?.page;
    if (!page) return '';
    const { styles, scripts, texts } = page;
    return [
      ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
      ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
      ...(texts[visit.language] ?? []).map(
        (file) => `<link rel="preload" as="fetch" crossorigin href="${file}">`,
      ),
    ].join('');
  };
}

/** The call by which a visit's page will ask for its first data, written as the page itself writes it. */
export function firstCaller(pages: readonly Preloads[]): (visit: Visit) => string | undefined {
  const find = finder(pages);
  return (visit) => {
    const { page, parameters } = find(visit) ?? {};
    if (page?.data === undefined) return undefined;
    const given = new URL(visit.url, 'http://localhost').searchParams;
    const asked = Object.entries(page.asked ?? {}).flatMap(([name, from]) => {
      const value = given.get(from);
      return value ? [[name, value]] : [];
    });
    const call = page.data.replace(/:(\w+)/g, (_, name: string) => parameters?.[name] ?? '');
    return asked.length === 0 ? call : `${call}&${new URLSearchParams(asked)}`;
  };
}
