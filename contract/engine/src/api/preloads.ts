import type { Language } from '#contract/records/init.ts';
import type { PanelCall } from './manager-slots.ts';
import type { AreaName, PageDefinition, Pages } from './pages.ts';

/** Build files, as URL paths. */
export interface PreloadFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Scripts and locale files by language. */
  readonly scriptsIn: Readonly<Partial<Record<Language, readonly string[]>>>;
  readonly texts: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** The scripts that run first, if they are so large that slow lines should load them in this order. */
  readonly firstScripts?: readonly string[];
}

/** The calls of a page's first visit, with placeholders for its route parameters. */
export interface PageCalls extends Pick<PageDefinition, 'queryParameters' | 'calls' | 'inBrowser'> {
  /** The calls whose responses the server embeds; only the first one gets the values of `queryParameters`. */
  readonly data?: readonly string[];
  /** The route pattern, such as `/app/books/:id`. */
  readonly address: string;
  /** Calls of the panels that an extension adds to the page of a record. */
  readonly panelCalls?: readonly PanelCall[];
  /** The resource of a list page: the server preloads the call for the rows that the URL selects. */
  readonly list?: string;
  /** The resource of a record's page: the server preloads the calls for the records that refer to it. */
  readonly related?: string;
}

/** What the server can preload with the document. The build writes it, and the server reads it. */
export interface Preloads {
  /** By page, in matching order. */
  readonly pages: readonly (PreloadFiles & PageCalls)[];
  /** Additional files for a user who has not completed onboarding. */
  readonly onboarding: PreloadFiles;
  /** Additional files for an admin who impersonates a user. */
  readonly impersonation: PreloadFiles;
}

/** Returns the translation namespaces that extension pages add to the manager's menu or to the app's tabs. */
export const menuNamespaces = (pages: Pages, area: AreaName): readonly string[] => [
  ...new Set(
    Object.values(pages).flatMap((page) => (page.menu && page.area === area ? (page.namespaces ?? []) : [])),
  ),
];
