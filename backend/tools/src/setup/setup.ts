import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { NO_DATABASE } from '@bindery/backend/database/migrations/plan.ts';
import { isInitialIcon } from '@bindery/contract/api/initial-icon.ts';
import { palettesOf } from '@bindery/contract/api/palette.ts';
import { CommandError, defineCommand } from '#tools/resource-commands/command.ts';
import { runNode, writeFiles } from '#tools/resource-commands/write-files.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { readmeOf, readProperty, removeEntries, removeProperty, replaceProperty } from './edit-source.ts';
import {
  EXAMPLE,
  OPTIONS,
  PLAIN_DESCRIPTION,
  readOptions,
  type SetupOptions,
  STARTER,
  USAGE,
} from './options.ts';

/** Turns the starter into a new product: `npm run setup`. See docs/your-product.md. */
export const run = defineCommand({ usage: USAGE, options: OPTIONS }, ({ values, root, print }) => {
  print(report(setUpAs(readOptions(values), root)));
  return 0;
});

/** What setup has done, and what it leaves to do. */
interface Report {
  /** The name of the product. */
  readonly name: string;
  readonly hasChanged: boolean;
  /** Lines by title. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/** The next commands, with what they do. */
const NEXT = {
  'git add -A && git commit -m "Start our product"': 'keeps these changes',
  'npm run dev': 'starts it: its pages show what comes next',
};

function next(): string[] {
  const width = Math.max(...Object.keys(NEXT).map(({ length }) => length));
  return Object.entries(NEXT).map(
    ([command, effect]) => `${styleText('cyan', command.padEnd(width))}   ${styleText('dim', effect)}`,
  );
}

function report({ name, hasChanged, groups }: Report): string {
  const done = hasChanged
    ? [styleText(['bold', 'green'], `${name} is set up`), ...next().map((line) => `  ${line}`)]
    : ['Nothing has changed: the product was like that before.'];
  const blocks = Object.entries(groups)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [styleText('bold', title), ...lines.map((line) => `  ${line}`.trimEnd())]);
  return [...blocks, done].map((lines) => lines.join('\n')).join('\n\n');
}

function setUpAs(options: SetupOptions, root: string) {
  try {
    return setUp(root, options);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

const CONFIG = 'resources.config.ts';
/** The maximum number of changed files in the report. */
const MAX_FILES = 10;

/**
 * Turns the starter in `root` into a new product. All changes are computed before the first file is written;
 * if a later step fails, no file changes.
 * @throws Error that names the obstacle.
 */
function setUp(root: string, given: SetupOptions): Report {
  assertCommitted(root);
  const isGone = given.withoutExample && !hasExample(root);
  const options = isGone ? withoutItsDescription(given) : given;
  const edits = new Map(Object.entries({ ...brandEdits(root, options), ...exampleEdits(root, options) }));
  const before = [...edits.keys()].map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const ofSlug = slugRemarks(root, options);
  const migrated = writeFiles(root, edits, () => (options.withoutExample ? migrate(root) : undefined));
  const changed = before.filter(([file, content]) => readFileSync(join(root, file), 'utf8') !== content);
  const removed = [...(options.withoutExample ? removeFolders(root) : []), ...(migrated?.removed ?? [])];
  return {
    name: readProperty(readFileSync(join(root, 'product.ts'), 'utf8'), 'name'),
    hasChanged: changed.length > 0 || removed.length > 0,
    groups: {
      Changed: changed.map(([file]) => file),
      Added: migrated?.files ?? [],
      Removed: removed,
      Migration: migrated?.rows ?? [],
      Note: [
        ...(isGone ? ['The example has been removed already.'] : []),
        // Without a database there are no sign-ins yet.
        ...(migrated?.isFirst ? [] : ofSlug),
      ],
      'Left to you': given.withoutExample ? leftToYou(root, options) : [],
    },
  };
}

/** A product may have its own books later: a file of the starter identifies the example. */
const hasExample = (root: string) => existsSync(join(root, EXAMPLE.ownFile));

/** Returns the options for a product whose example, with its description, is gone already. */
const withoutItsDescription = ({ description, ...others }: SetupOptions): SetupOptions => ({
  ...others,
  description: description === PLAIN_DESCRIPTION ? undefined : description,
  withoutExample: false,
});

/** Returns the effects of another slug on signed-in users. */
function slugRemarks(root: string, { slug, isSlugOfNoLetters }: SetupOptions): string[] {
  if (slug === undefined || readFileSync(join(root, 'product.ts'), 'utf8').includes(`slug: '${slug}',`))
    return [];
  return [
    `Cookies and package.json are named ${slug}: who has signed in has to do so again.`,
    ...(isSlugOfNoLetters ? ['The name has no Latin letters for it: --slug chooses another.'] : []),
  ];
}

type Edits = Record<string, string>;

function brandEdits(root: string, options: SetupOptions): Edits {
  const { name, slug, description, color, support } = options;
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const before = read('product.ts');
  const isOwn = name !== undefined || options.withoutExample;
  const accent = color ?? (isOwn && isStarterLook(before) ? STARTER.accent : undefined);
  const colors = accent === undefined ? undefined : { light: { accent: palettesOf(accent).light.accent } };
  const stated = Object.entries({ name, slug, description, colors }).filter(
    ([, value]) => value !== undefined,
  );
  const product = stated.reduce(
    (source, [property, value]) => replaceProperty(source, property, JSON.stringify(value)),
    hasPlainIcon(before, options) ? removeProperty(before, 'icon') : before,
  );
  return {
    ...(product !== before && { 'product.ts': product }),
    ...((slug ?? description ?? support) !== undefined && {
      'package.json': editProject(readProject(root), options),
    }),
    ...(slug !== undefined && { 'package-lock.json': editLockfile(read('package-lock.json'), slug) }),
    ...(name !== undefined && {
      'README.md': readmeOf(read('README.md'), {
        name,
        description: description === PLAIN_DESCRIPTION ? undefined : description,
      }),
    }),
  };
}

/** Whether product.ts states the colours of the starter, of which a product keeps the accent. */
const isStarterLook = (source: string): boolean => source.includes("accentSoft: '#f6e9f1'");

/**
 * Whether the icon in product.ts is that of the example, which is removed, or a letter that states what the
 * product has without it.
 */
const hasPlainIcon = (source: string, { withoutExample }: SetupOptions): boolean => {
  const icon = readProperty(source, 'icon');
  return icon === EXAMPLE.icon ? withoutExample : isInitialIcon(icon);
};

/** Users of another product are not sent to the starter for help. */
const HELP_OF_STARTER = 'https://github.com/bindery-app/';

/** The part of package.json that setup changes; its lockfile repeats the name. */
interface Project {
  readonly name: string;
  readonly description?: string;
  /** Where users find help. */
  readonly bugs?: { readonly url: string };
}

const readProject = (root: string): Project => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function editProject(project: Project, { slug, description, support }: SetupOptions): string {
  const isOfStarter = slug !== undefined && project.bugs?.url.startsWith(HELP_OF_STARTER);
  return formatJson({
    ...project,
    name: slug ?? project.name,
    description: description ?? project.description,
    bugs: support === undefined ? (isOfStarter ? undefined : project.bugs) : { url: support },
  });
}

function editLockfile(source: string, name: string): string {
  const lockfile = JSON.parse(source);
  const { '': project, ...packages } = lockfile.packages;
  return formatJson({ ...lockfile, name, packages: { '': { ...project, name }, ...packages } });
}

function exampleEdits(root: string, { withoutExample }: SetupOptions): Edits {
  if (!withoutExample) return {};
  const texts = EXAMPLE.texts.map((file) => [file, withoutTexts(readFileSync(join(root, file), 'utf8'))]);
  return {
    [CONFIG]: removeEntries(readFileSync(join(root, CONFIG), 'utf8'), EXAMPLE.entries),
    ...Object.fromEntries(texts),
  };
}

/** Returns a locale file without the labels of the example. */
function withoutTexts(source: string): string {
  const texts = JSON.parse(source) as { readonly resources: Readonly<Record<string, unknown>> };
  const others = Object.entries(texts.resources).filter(
    ([name]) => !EXAMPLE.entries.some((one) => one === name),
  );
  return formatJson({ ...texts, resources: Object.fromEntries(others) });
}

/** Those but the one that every database needs first. */
const FORMER_MIGRATIONS = 'migrations/{Migration*.ts,snapshot.json}';

const WRITTEN = /^Written to (.+\.ts)\. .*$/m;

/** What setup has done with migrations: the new file, and what it does with the rows. */
interface Migrated {
  readonly files: readonly string[];
  readonly rows: readonly string[];
  readonly removed: readonly string[];
  /** There is no database yet. */
  readonly isFirst?: boolean;
}

/**
 * Writes the migration that removes the example's tables; where there is no database yet, the first migration
 * of the product replaces those of the starter. Throws with what the entries lack without the example.
 */
function migrate(root: string): Migrated {
  const create = () => runNode(root, ['backend/tools/src/bindery.ts', 'migration', 'create', '--allow-loss']);
  const filesOf = (output: string) => [WRITTEN.exec(output)?.[1] ?? []].flat();
  const output = create();
  if (output.includes(NO_DATABASE)) {
    for (const file of globSync(FORMER_MIGRATIONS, { cwd: root, exclude: ['**/*_fold.ts'] }))
      rmSync(join(root, file));
    return {
      files: filesOf(create()),
      rows: [],
      removed: ["the starter's migrations, replaced by the new one"],
      isFirst: true,
    };
  }
  const rows = output.replace(WRITTEN, '').trim();
  return { files: filesOf(output), rows: rows === '' ? [] : rows.split('\n'), removed: [] };
}

/** Returns the remaining manual steps. */
function leftToYou(root: string, { description }: SetupOptions): string[] {
  return [
    'the icon in product.ts: its initial until then',
    ...(description === PLAIN_DESCRIPTION ? ['the description in product.ts'] : []),
    ...(readProject(root).bugs ? [] : ['where users find help: npm run setup -- --support https://…']),
    'what README.md says of the product',
  ];
}

function removeFolders(root: string): readonly string[] {
  const there = EXAMPLE.folders.filter((folder) => existsSync(join(root, folder)));
  for (const folder of there) rmSync(join(root, folder), { recursive: true });
  return there;
}

/** The changes of setup can be reviewed and undone only if nothing else has changed. */
function assertCommitted(root: string) {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\n').filter((line) => line !== '');
  if (status !== 0 || files.length === 0) return;
  const more = files.length > MAX_FILES ? [`… and ${files.length - MAX_FILES} more`] : [];
  throw new Error(
    [
      'Nothing was done. Commit your changes first, so that you can tell them from those of setup:',
      ...files.slice(0, MAX_FILES),
      ...more,
    ].join('\n'),
  );
}
