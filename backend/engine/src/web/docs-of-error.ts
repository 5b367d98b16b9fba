import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ofEntries from '@bindery/contract';
import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import {
  type Mistake,
  nearestWord,
  ResourceConfigError,
  RolesError,
} from '@bindery/contract/schema/error.ts';
import * as kinds from '@bindery/contract/schema/fields/index.ts';
import { DatabaseUnavailable } from '#backend/database/connection-errors.ts';
import { PAGES_ON_RIGHTS } from '#backend/kernel/http/errors.ts';

const CONFIG = 'resources.config.ts';

/** The files of a product that load at its start. A mistake in another file needs its stack. */
const OF_PRODUCT = /^(resources\.config\.ts|product\.ts|(backend|contract|frontend)\/extensions\/.+)$/;

/** Returns the path of a file of the product from its root; undefined for any other file. */
function productFile(file: string, root: string): string | undefined {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  // The config of a revision is loaded from a separate folder.
  const name = basename(path) === CONFIG ? CONFIG : relative(root, path).replaceAll(sep, '/');
  return OF_PRODUCT.test(name) ? name : undefined;
}

const FILE = String.raw`(?<file>file:\/\/\S+?|\/\S+?)`;
/**
 * The place of code that cannot be parsed, or of an import of an unknown name: the stack's first line, and
 * the mark below one of the lines of code that follow.
 */
const WRONG_SOURCE = new RegExp(String.raw`^${FILE}:(?<place>\d+)\n(?:(?:.*\n){1,3}?(?<before>[^\S\n]*)\^)?`);
/** The place where an error was thrown: the first line of the stack that names one. */
const THROWN = new RegExp(String.raw`^ +at (?:.* \()?${FILE}:(?<place>\d+:\d+)\)?$`, 'm');
const NOT_FOUND = /^(?<problem>Cannot find (?:module|package) .+) imported from (?<file>.+)$/;

/**
 * Describes an error that the code of a product, in its folder, itself causes when it is loaded, such as a
 * misspelt name in resources.config.ts: the place and the problem, on one line unless the message has more.
 * Undefined for any other error.
 */
export function describeSourceError(error: unknown, root: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = error.stack ?? '';
  const { problem, file: importer } = NOT_FOUND.exec(error.message)?.groups ?? {};
  if (problem !== undefined && importer !== undefined) {
    const file = productFile(importer, root);
    return file && `${file}: ${problem.replaceAll(join(root, sep), '')}`;
  }
  const { file, place, before } = (WRONG_SOURCE.exec(stack) ?? THROWN.exec(stack))?.groups ?? {};
  const name = file === undefined ? undefined : productFile(file, root);
  const column = before === undefined ? '' : `:${before.length + 1}`;
  // Messages about syntax repeat the source before the problem.
  const message = error instanceof SyntaxError ? error.message.split('\n').at(-1)! : error.message;
  const unknown = name === CONFIG ? /^(\w+) is not defined$/.exec(message)?.[1] : undefined;
  const what = unknown ? `${message}${remedyFor(unknown)}` : `${error.name}: ${message}`;
  return name && `${name}:${place}${column}: ${what}`;
}

/** Returns what to do about a name that an entry uses and the file neither states nor imports. */
function remedyFor(name: string): string {
  if (Object.hasOwn(ofEntries, name)) return `: import it from '@bindery/contract'`;
  const meant = nearestWord(name, Object.keys(ofEntries));
  return meant
    ? `; did you mean "${meant}"?`
    : `; the kinds of fields are ${Object.keys(kinds).sort().join(', ')}`;
}

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
  [/^fields\.\w+\.to$/, 'docs/entry-reference.md#reference'],
  [/^fields\.\w+\.\w+$/, 'docs/entry-reference.md#every-field'],
];

const ENTRY = 'docs/entry-reference.md#an-entry';
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

/** Returns the documentation pages, with headings, that explain a failed start; none for other errors. */
export function docsOf(error: unknown): readonly string[] {
  if (error instanceof ResourceConfigError) return [...new Set(error.mistakes.map(ofMistake))];
  if (error instanceof RolesError)
    return [/\.administersUsers: /.test(error.message) ? ADMINISTRATORS : ROLES];
  if (error instanceof ExtensionError)
    return [BY_FILE.find(([pattern]) => pattern.test(error.message))?.[1] ?? EXTENSIONS];
  const isAboutMigrations = error instanceof DatabaseUnavailable && /migration/i.test(error.message);
  return isAboutMigrations ? [MIGRATIONS] : [];
}
