import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/init.ts';

type ByLanguage = Readonly<Partial<Record<Language, readonly string[]>>>;

/** Files of the build, as addresses. */
export interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Scripts and texts of one language. */
  readonly scriptsIn: ByLanguage;
  readonly texts: ByLanguage;
}

/** The files of one page's first visit, and its calls, in which the parameters of its address stand. */
export interface PageFiles extends Files {
  readonly address: string;
  /** The call for the page's first data. */
  readonly data?: string;
  /** Parameters of that call, each with the one of the page's address that it is taken from. */
  readonly asked?: Readonly<Record<string, string>>;
  readonly calls?: readonly string[];
  /** Calls that are made only where `:id` is not the visitor. */
  readonly callsAboutOthers?: readonly string[];
  /** The resource whose list it is. */
  readonly list?: string;
}

/** What the build wrote down for first visits. */
export interface Preloads {
  readonly pages: readonly PageFiles[];
  /** What a newcomer needs besides. */
  readonly onboarding: Files;
  /** What an admin needs besides who acts as somebody else. */
  readonly impersonation: Files;
}

/** What the build in a folder wrote down for first visits. */
export function readPreloads(folder: string): Preloads {
  return JSON.parse(readFileSync(join(folder, '.vite', 'preloads.json'), 'utf8'));
}
