import type { DefaultNamespace, Namespace as Namespaces, ParseKeys } from 'i18next';
import type account from '#frontend/locales/en/account.json';
import type app from '#frontend/locales/en/app.json';
import type batches from '#frontend/locales/en/batches.json';
import type common from '#frontend/locales/en/common.json';
import type csv from '#frontend/locales/en/csv.json';
import type developers from '#frontend/locales/en/developers.json';
import type errors from '#frontend/locales/en/errors.json';
import type login from '#frontend/locales/en/login.json';
import type manager from '#frontend/locales/en/manager.json';

/**
 * The English texts by namespace. A feature of the app adds its own by declaration merging, see
 * `frontend/extensions/books/texts.ts`.
 */
export interface English {
  common: typeof common;
  login: typeof login;
  app: typeof app;
  account: typeof account;
  batches: typeof batches;
  csv: typeof csv;
  developers: typeof developers;
  manager: typeof manager;
  errors: typeof errors;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    /*
     * Keys are written with their namespace first, as in `login.title`, so that one `t` covers all loaded
     * namespaces. For the types it is a single namespace with one group per locale file; at run time
     * `nsSeparator` splits the key.
     */
    defaultNS: 'page';
    resources: { page: English };
    // The types of JSON files are texts of any content, so that there is nothing to parse.
    parseInterpolation: false;
  }

  /*
   * Takes precedence over i18next's own signature, which creates about a hundred types for every key and
   * rejects the same: JSON does not reveal the values that a text needs.
   */
  interface TFunction<Ns extends Namespaces = DefaultNamespace, KPrefix = undefined> {
    // biome-ignore lint/style/useShorthandFunctionType: only interfaces are merged
    (key: ParseKeys<Ns, Record<never, never>, KPrefix>, values?: TextValues): string;
  }
}

/**
 * A locale file: `frontend/engine/src/locales/<language>/<namespace>.json`, or
 * `frontend/extensions/<namespace>/locales/<language>.json` of a feature. A page loads the ones that it
 * needs.
 */
export type Namespace = keyof English;

/** A key of the English locale files, such as `login.title`. An invalid key does not compile. */
export type TextKey = ParseKeys<'page'>;

/** The interpolation values of a text, by name. `count` also selects the plural form. */
export type TextValues = Record<string, string | number>;
