import { parseArgs } from 'node:util';

/** What to make of the starter. What is undefined stays as it is. */
export interface SetupOptions {
  readonly name?: string;
  readonly slug?: string;
  readonly description?: string;
  readonly color?: string;
  /** Where its users find help: a page, or `mailto:`. */
  readonly support?: string;
  readonly withoutExample: boolean;
}

const USAGE = `npm run setup -- --name <name> [options]

  --name <name>          what the product is called, in all its pages and mails
  --slug <slug>          prefix of its cookies; made of the name by default
  --description <text>   one sentence about it, without its name
  --color <#rrggbb>      the colour of its buttons, links and icon
  --support <address>    where its users find help: a page, or mailto:help@example.com
  --without-example      removes the books, with everything about them
`;

/** Stands in for the description of the example, which tells of books. It follows the name of the product and a colon. */
export const PLAIN_DESCRIPTION = 'Sign in to see and manage your records.';

const MAX_NAME = 40;
const MAX_DESCRIPTION = 200;

/** Parses command line arguments. Throws an Error that says which one is wrong. */
export function readOptions(args: readonly string[]): SetupOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string' },
      slug: { type: 'string' },
      description: { type: 'string' },
      color: { type: 'string' },
      support: { type: 'string' },
      'without-example': { type: 'boolean', default: false },
    },
  });
  const { name, color, support, 'without-example': withoutExample } = values;
  const description = values.description ?? (withoutExample ? PLAIN_DESCRIPTION : undefined);
  const given = [name, description, color, support].some((value) => value !== undefined);
  if (!given && !withoutExample) throw new Error(`Say what to change:\n\n${USAGE}`);
  if (name !== undefined) checkText('--name', name, MAX_NAME);
  if (description !== undefined) checkText('--description', description, MAX_DESCRIPTION);
  if (support !== undefined && !isAddress(support))
    throw new Error(`--support must be a page (https://…) or mailto:help@example.com, not "${support}"`);
  const slug = values.slug ?? (name === undefined ? undefined : slugOf(name));
  if (slug !== undefined && !/^[a-z][a-z\d-]{0,39}$/.test(slug))
    throw new Error(
      `--slug must be 1 to 40 lower-case letters, digits and hyphens and begin with a letter, not "${slug}"`,
    );
  return {
    withoutExample,
    ...(name !== undefined && { name: name.trim() }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description: description.trim() }),
    ...(color !== undefined && { color }),
    ...(support !== undefined && { support }),
  };
}

const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['https:', 'http:', 'mailto:'].includes(new URL(text).protocol);

function checkText(option: string, text: string, max: number) {
  if (text.trim() === '') throw new Error(`${option} must not be empty`);
  if (text.trim().length > max) throw new Error(`${option} must be at most ${max} characters long`);
  // Mail headers, page titles and the terminal show it.
  if (/[\p{Cc}\p{Zl}\p{Zp}<>"]/u.test(text))
    throw new Error(`${option} must be one line without <, > and quotes`);
}

/** Returns a name in lower-case letters, digits and hyphens: `Été & Co` becomes `ete-co`. */
function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = ascii
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^[-\d]+|-+$/g, '')
    .slice(0, 40);
  return slug.replace(/-+$/, '') || 'app';
}
