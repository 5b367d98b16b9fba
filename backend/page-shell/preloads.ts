import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/init.ts';

type ByLanguage = Readonly<Partial<Record<Language, readonly string[]>>>;

/** Files of the build, as URL paths. */
export interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Language-specific scripts and texts. */
  readonly scriptsIn: ByLanguage;
  readonly texts: ByLanguage;
}

/** The files of a page's first visit, and its API calls with placeholders for path parameters. */
export interface PageFiles extends Files {
  readonly address: string;
  /** The API call for the page's initial data. */
  readonly data?: string;
  /** Query parameters of that call, each with the parameter of the page's URL that it is taken from. */
  readonly asked?: Readonly<Record<string, string>>;
  readonly calls?: readonly string[];
  /** Calls that are made only if `:id` is not the visitor's own. */
  readonly callsAboutOthers?: readonly string[];
  /** The resource whose list the page shows. */
  readonly list?: string;
}

/** The preload manifest that the build wrote. */
export interface Preloads {
  readonly pages: readonly PageFiles[];
  /** Additional files for a user who has not completed onboarding. */
  readonly onboarding: Files;
  /** Additional files for an admin who impersonates a user. */
  readonly impersonation: Files;
}

/** Reads the preload manifest of the build in a folder. */
export function readPreloads(folder: string): Preloads {
  return JSON.parse(readFileSync(join(folder, '.vite', 'preloads.json'), 'utf8'));
}
