import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import { type Mistake, ResourceConfigError, RolesError } from '@bindery/contract/schema/error.ts';
import { DatabaseUnavailable } from '#backend/database/connection-errors.ts';
import { PAGES_ON_RIGHTS } from '#backend/kernel/http/errors.ts';

/** The page that explains an entry, by its keys: the first match counts. */
const BY_KEY: readonly (readonly [key: RegExp, address: string])[] = [
  [/^where\b/, 'docs/roles.md#records'],
  [/\.computed\b/, 'docs/entry.md#computed-fields'],
  [/\.(readBy|writeBy)$/, 'docs/roles.md#fields'],
  [/^fields\.role\b/, 'docs/roles.md#roles'],
  [/^rights\b/, 'docs/roles.md#actions'],
  [/^unique\b|\.(unique|formerValues)\b/, 'docs/entry.md#rules-that-the-database-keeps'],
  [/^archive\b/, 'docs/entry.md#archive'],
  [/^layout\b|\.when\b/, 'docs/entry.md#forms'],
  [/\.(gt|gte|lt|lte)$/, 'docs/entry.md#bounds-that-another-field-sets'],
  [/\.(accept|maxMB|maxMegapixels)$/, 'docs/entry.md#images-and-files'],
  [/\.ordered$/, 'docs/entry.md#several-references'],
  [/^fields\.\w+$/, 'docs/entry.md#kinds-of-fields'],
  [/\.default$/, 'docs/entry.md#defaults'],
  [/\.usual$/, 'docs/entry.md#what-lists-mark'],
];

const ENTRY = 'docs/entry.md#what-an-entry-can-say';
const ROLES = 'docs/roles.md#roles';
const ADMINISTRATORS = 'docs/roles.md#administrators-of-some-users';
const NAMES = 'docs/entry.md#reserved-names';

/** The page that explains an extension, by its error's message. */
const BY_FILE: readonly (readonly [message: RegExp, address: string])[] = [
  [/hooks\.ts/, 'docs/extensions.md#hooks'],
  [/^contract\/extensions|endpoints\.ts/, 'docs/extensions.md#endpoints'],
  [/^Texts do not fit/, 'docs/extensions.md#emails-and-their-language'],
  [/jobs\.ts|^The schedule/, 'docs/extensions.md#jobs'],
  [/pages\.ts/, 'docs/extensions.md#pages'],
  [/manager\.ts/, 'docs/extensions.md#additions-to-the-generated-pages'],
];

const EXTENSIONS = 'docs/extensions.md#beyond-an-entry-extensions';
const MIGRATIONS = 'docs/deploying.md#migrations';

/** All pages to which errors refer. */
export const documented: readonly string[] = [
  ...new Set([
    ...[...BY_KEY, ...BY_FILE].map(([, address]) => address),
    ...[ENTRY, ROLES, ADMINISTRATORS, NAMES, EXTENSIONS, MIGRATIONS, ...PAGES_ON_RIGHTS],
  ]),
];

const ofMistake = ({ key, problem }: Mistake): string =>
  /reserved|name of|needs the (table|column)|camelCase/.test(problem)
    ? NAMES
    : (BY_KEY.find(([pattern]) => pattern.test(key))?.[1] ?? ENTRY);

/**
 * Returns the pages of the documentation, with headings, that explain why a start failed; none for other
 * errors.
 */
export function docsOf(error: unknown): readonly string[] {
  if (error instanceof ResourceConfigError) return [...new Set(error.mistakes.map(ofMistake))];
  if (error instanceof RolesError)
    return [/administersUsers names/.test(error.message) ? ADMINISTRATORS : ROLES];
  if (error instanceof ExtensionError)
    return [BY_FILE.find(([pattern]) => pattern.test(error.message))?.[1] ?? EXTENSIONS];
  const isAboutMigrations = error instanceof DatabaseUnavailable && /migration/i.test(error.message);
  return isAboutMigrations ? [MIGRATIONS] : [];
}
