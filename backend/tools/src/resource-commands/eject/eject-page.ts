import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import type { ManagerSlots } from '@bindery/contract/api/manager-slots.ts';
import { nearestWord, unknownName } from '@bindery/contract/schema/error.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { CommandError, defineCommand, resourceNamed } from '../command.ts';
import { exportedObject } from '../exported-object.ts';
import { writeFiles } from '../write-files.ts';
import { formatComment, moduleOf, type PageName, pageNamed, pageNames, pageWords } from './entry-state.ts';
import { pageSource } from './page-sources.ts';

const USAGE = `npm run bindery eject <resource> <page>

  npm run bindery eject books list              writes the list of books to
                                                 frontend/extensions/books/manager/list-page.tsx
  npm run bindery eject books list -- --force   overwrites it

Pages: list, show, create, update, import, and form: the fields of all forms, also those of drawers.`;

const expected = {
  usage: USAGE,
  options: { force: { type: 'boolean', default: false } },
  positionals: 2,
} as const;

/** See `Command`. */
export const run = defineCommand(expected, async ({ values, positionals, root, print }) => {
  const [resource, page] = positionals;
  if (resource === undefined || page === undefined)
    throw new CommandError(`Name a resource and a page.\n\n${USAGE}`);
  const { resources } = await loadProduct(root);
  for (const line of await ejectPage({ root, resources, resource, page, force: values.force })) print(line);
  return 0;
});

interface EjectOptions {
  readonly root: string;
  readonly resources: Readonly<Record<string, Resource>>;
  /** The typed names of a resource and a page. */
  readonly resource: string;
  readonly page: string;
  /** Whether to overwrite an existing page. */
  readonly force: boolean;
}

/**
 * Writes a generated page as code of the resource's extension, which replaces the generated page, and returns
 * its actions, one line each. If a step fails, the files stay unchanged.
 * @throws CommandError for names that do not exist, and for an existing page
 */
export async function ejectPage(options: EjectOptions): Promise<string[]> {
  const { root, force } = options;
  const resource = resourceNamed(options.resource, options.resources);
  const page = findPage(options.page);
  const folder = join('frontend/extensions', resource.name);
  const [file, manager] = [join(folder, moduleOf(page)), join(folder, 'manager.ts')];
  const slots = await readSlots(join(root, manager));
  if (!force) refuseToOverwrite({ root, file, manager, page });
  const source = pageSource(page, { resource, inPanels: slots.inPanels ?? [] });
  const edits = new Map([
    [file, `${headOf(resource, page)}${source}`],
    [manager, registered({ root, manager, page })],
  ]);
  return writeFiles(root, edits, () => [
    `${file} is now the ${page === 'form' ? 'form' : `page "${page}"`} of ${resource.name}; the rest stays generated.`,
    ...(page === 'update'
      ? [
          'Lists now open it instead of their drawer. To keep that, eject "form" instead, which is the fields of both.',
        ]
      : []),
    'npm run bindery check reports later changes of the entry.',
  ]);
}

function findPage(name: string): PageName {
  const page = pageNamed(name);
  if (page) return page;
  const known = nearestWord(name, pageWords) ? pageWords : pageNames;
  throw new CommandError(`The page ${JSON.stringify(name)} ${unknownName(name, known)}`);
}

const headOf = (resource: Resource, page: PageName) =>
  `// Written by "npm run bindery eject ${resource.name} ${page}", and yours from then on. What the entry said then,
// with which "npm run bindery check" compares it:
${formatComment(resource, page)}
`;

interface Place {
  readonly root: string;
  readonly manager: string;
  readonly page: PageName;
}

function refuseToOverwrite({ root, file, manager, page }: Place & { readonly file: string }) {
  const again = 'Add -- --force to write over it.';
  if (existsSync(join(root, file))) throw new CommandError(`${file} exists. ${again}`);
  if (!existsSync(join(root, manager))) return;
  const slot = named(manager, () => slotIn(readFileSync(join(root, manager), 'utf8'), page));
  if (slot !== undefined) throw new CommandError(`${manager} has ${page}: '${slot}' already. ${again}`);
}

function registered({ root, manager, page }: Place): string {
  const path = join(root, manager);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return named(manager, () => withSlot(source, page, moduleOf(page)));
}

/** Names the file in the message of an error. */
function named<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

async function readSlots(manager: string): Promise<ManagerSlots> {
  return existsSync(manager) ? (await import(pathToFileURL(manager).href)).default : {};
}

const NEW_FILE = `import type { ManagerSlots } from '@bindery/frontend/pages';

export default {
} satisfies ManagerSlots;
`;

/**
 * Returns the source of `manager.ts` with a module in one of its slots, in place of an existing one.
 * @param source undefined if there is no file yet
 * @throws Error for a file whose default export is not an object
 */
function withSlot(source: string | undefined, page: PageName, module: string): string {
  const text = source ?? NEW_FILE;
  const { properties, end } = slotsIn(text);
  const stated = `${page}: '${module}'`;
  const known = properties.find(({ name }) => name === page);
  if (known) return text.slice(0, known.start) + stated + text.slice(known.end);
  const last = properties.at(-1);
  // After the last property, with or without a trailing comma.
  if (last) return `${text.slice(0, last.end)},\n  ${stated}${text.slice(last.end)}`;
  return `${text.slice(0, end - 1)}  ${stated},\n${text.slice(end - 1)}`;
}

/** Returns the module in a slot of `manager.ts`; undefined if the slot is free. */
const slotIn = (source: string, page: PageName): unknown =>
  slotsIn(source).properties.find(({ name }) => name === page)?.value.literal;

const slotsIn = (source: string) => exportedObject(source, 'its default export is no object: { list: … }');
