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

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Paths<Tree[Key]>}`;
}[keyof Tree & string];

/** A key of the English locale files, such as `login.title`: a wrong one does not compile. */
export type TextKey = Paths<English>;
