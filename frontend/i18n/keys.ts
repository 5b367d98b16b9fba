import type { ParseKeys } from 'i18next';
import type account from '../locales/en/account.json';
import type app from '../locales/en/app.json';
import type common from '../locales/en/common.json';
import type errors from '../locales/en/errors.json';
import type login from '../locales/en/login.json';
import type manager from '../locales/en/manager.json';

interface English {
  common: typeof common;
  login: typeof login;
  app: typeof app;
  account: typeof account;
  manager: typeof manager;
  errors: typeof errors;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    /*
     * A key is written as `login.title`, its namespace first, which lets one `t` reach every namespace that is loaded. To
     * the types that is one namespace with a group for each locale file; at run time `nsSeparator` splits it.
     */
    defaultNS: 'page';
    // These types hold for the whole project: the mails have keys of their own, which no page knows.
    resources: { page: English; mail: Record<string, string> };
  }
}

/** A locale file: `frontend/locales/<language>/<namespace>.json`. A page loads the ones that it needs. */
export type Namespace = keyof English;

/** A key of the English locale files, such as `login.title`: a wrong one does not compile. */
export type TextKey = ParseKeys<'page'>;

/** The values that a text is filled with, by name. A `count` also chooses the plural form. */
export type TextValues = Record<string, string | number>;
