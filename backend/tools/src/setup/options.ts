import { isColor } from '@bindery/contract/api/colors.ts';
import { CommandError, type parseCommandLine } from '#tools/resource-commands/command.ts';

/** What a product has until it states its own. */
export const STARTER = { slug: 'bindery', accent: '#7b2d5f' } as const;

/** The starter's example: all of it is in these folders and entries, in the entries' texts and the icon. */
export const EXAMPLE = {
  folders: ['backend/extensions/books', 'frontend/extensions/books', 'e2e/books'],
  entries: ['genres', 'books'],
  /** No product has it without the example. */
  ownFile: 'backend/extensions/books/sample-books.ts',
  /** Where the labels of the entries are, by language. */
  texts: ['en', 'fr', 'ar', 'sw'].map((language) => `frontend/locales/${language}/manager.json`),
  icon: 'M11 7.5h10.5a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2m3 0v17m-5-12.3h5m-5 7.6h5',
} as const;

/** The changes to the starter. Undefined values stay unchanged. */
export interface SetupOptions {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  /** Whether the name has no letter that a slug could contain. */
  readonly isSlugOfNoLetters: boolean;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
  /** The help for users of the product: a page, or `mailto:`. */
  readonly support?: string | undefined;
  readonly withoutExample: boolean;
}

/** The usage text of the command. */
export const USAGE = `npm run setup -- --name <name> [options]

  --name <name>          what the product is called, in all its pages and mails
  --slug <slug>          prefix of its cookies; made of the Latin letters of the name by default
  --description <text>   one sentence about it, without its name
  --color <#rrggbb>      the colour of its buttons, links and icon
  --support <address>    where its users find help: a page, or mailto:help@example.com
  --without-example      removes the books, with everything about them`;

/** The options of the command. */
export const OPTIONS = {
  name: { type: 'string' },
  slug: { type: 'string' },
  description: { type: 'string' },
  color: { type: 'string' },
  support: { type: 'string' },
  'without-example': { type: 'boolean', default: false },
} as const;

/** Replaces the example's description, which mentions books. It follows the product's name and a colon. */
export const PLAIN_DESCRIPTION = 'Sign in to see and manage your records.';

/** The slug of a name without a Latin letter. */
const PLAIN_SLUG = 'app';

const MAX_NAME = 40;
const MAX_DESCRIPTION = 200;

/**
 * Checks the options of the command line, and returns the changes that they ask for.
 * @throws CommandError that names the invalid option.
 */
export function readOptions(
  values: ReturnType<typeof parseCommandLine<typeof OPTIONS>>['values'],
): SetupOptions {
  if (Object.values(values).every((value) => value === undefined || value === false))
    throw new CommandError(`Say what to change:\n\n${USAGE}`);
  const { name, color, support, 'without-example': withoutExample } = values;
  const description = values.description ?? (withoutExample ? PLAIN_DESCRIPTION : undefined);
  if (color !== undefined && !isColor(color))
    throw new CommandError(`--color must be a colour like #7b2d5f, not "${color}"`);
  if (name !== undefined) checkText('--name', name, MAX_NAME);
  if (description !== undefined) checkText('--description', description, MAX_DESCRIPTION);
  if (support !== undefined && !isAddress(support))
    throw new CommandError(
      `--support must be a page (https://…) or mailto:help@example.com, not "${support}"`,
    );
  const made = name === undefined ? undefined : slugOf(name);
  const slug = values.slug ?? (made === '' ? PLAIN_SLUG : made);
  if (slug !== undefined && !/^[a-z][a-z\d-]{0,39}$/.test(slug))
    throw new CommandError(
      `--slug must be 1 to 40 lower-case letters, digits and hyphens and begin with a letter, not "${slug}"`,
    );
  return {
    withoutExample,
    name: name?.trim(),
    slug,
    isSlugOfNoLetters: values.slug === undefined && made === '',
    description: description?.trim(),
    color,
    support,
  };
}

const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['https:', 'http:', 'mailto:'].includes(new URL(text).protocol);

function checkText(option: string, text: string, max: number) {
  if (text.trim() === '') throw new CommandError(`${option} must not be empty`);
  if (text.trim().length > max) throw new CommandError(`${option} must be at most ${max} characters long`);
  // Mail headers, page titles and the terminal show the text.
  if (/[\p{Cc}\p{Zl}\p{Zp}<>"]/u.test(text))
    throw new CommandError(`${option} must be one line without <, > and quotes`);
}

/** Returns a name in lower-case letters, digits and hyphens: `Été & Co` is `ete-co`, and `مكتبة` empty. */
function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = ascii
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^[-\d]+|-+$/g, '')
    .slice(0, 40);
  return slug.replace(/-+$/, '');
}
