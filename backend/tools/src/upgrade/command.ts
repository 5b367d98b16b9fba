import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError, defineCommand } from '#tools/resource-commands/command.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { compareVersions, placesOf, readSteps, stepsBetween } from './steps.ts';

const USAGE = `npm run bindery upgrade [-- --from <version>] [-- --done]

Reports what the installed version of the engine requires of this product: steps of
the changelog that concern its files, packages with other versions than the tested
ones, and a missing migration. Exits with 1 if there is something to do.

  npm install @bindery/contract@next @bindery/backend@next @bindery/frontend@next @bindery/tools@next
  npm run bindery upgrade

  --from <version>  the previous version; by default "bindery" in package.json
  --done            stores the current version in package.json`;

const PACKAGES = ['contract', 'backend', 'frontend', 'tools'];
const MAX_PLACES = 12;

const options = { from: { type: 'string' }, done: { type: 'boolean', default: false } } as const;

/** See `Command`. */
export const run = defineCommand({ usage: USAGE, options }, async ({ values, root, print }) => {
  const file = join(root, 'package.json');
  const product = readManifest(file);
  const known = createRequire(file);
  const folderOf = (name: string) => dirname(known.resolve(`@bindery/${name}/package.json`));
  const versionOf = (name: string) => readManifest(join(folderOf(name), 'package.json')).version ?? '0.0.0';
  const installed = versionOf('tools');
  if (values.done) {
    const noted = { ...product, bindery: { version: installed } };
    writeFileSync(file, formatJson(noted));
    print(`package.json now states version ${installed}.`);
    return 0;
  }
  const from = startOf(values.from ?? product.bindery?.version ?? installed, installed);
  const mixed = mixedVersions(
    Object.fromEntries(PACKAGES.map((name) => [`@bindery/${name}`, versionOf(name)])),
  );
  const steps = [
    ...(mixed ? [mixed] : []),
    ...stepsOf({ root, folder: folderOf('tools'), from, installed }),
    ...packagesOf(product, folderOf('tools')),
    ...(await migrationOf(root)),
  ];
  print(from === installed ? `The version is ${installed}.` : `From ${from} to ${installed}:`);
  for (const one of steps) print(`\n- ${one}`);
  if (steps.length === 0)
    print(
      `There is nothing to do.${from === installed ? '' : ' Store the version: npm run bindery upgrade -- --done'}`,
    );
  else print('\nWhen all is done and npm test passes: npm run bindery upgrade -- --done');
  return steps.length > 0 ? 1 : 0;
});

/**
 * Returns the version from which an upgrade starts.
 * @throws CommandError for what is not a version, or is newer than the installed one.
 */
export function startOf(from: string, installed: string): string {
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(from))
    throw new CommandError(`--from: ${JSON.stringify(from)} is not a version, such as ${installed}.`);
  if (compareVersions(from, installed) > 0)
    throw new CommandError(`--from: ${from} is newer than the installed version, ${installed}.`);
  return from;
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

interface Installed {
  readonly root: string;
  readonly folder: string;
  readonly from: string;
  readonly installed: string;
}

function stepsOf({ root, folder, from, installed }: Installed): string[] {
  // In the repository of the engine, it is two folders above the tools.
  const changelog = [join(folder, 'CHANGELOG.md'), join(root, 'CHANGELOG.md')].find((file) =>
    existsSync(file),
  );
  if (changelog === undefined) return [];
  const known = readSteps(readFileSync(changelog, 'utf8'), installed);
  return stepsBetween(known, from, installed).flatMap(({ version, steps }) =>
    steps.flatMap((step) => {
      const places = placesOf(step, root);
      // No place of this product needs the step.
      if (places?.length === 0) return [];
      const all = places ?? [];
      const more = all.length > MAX_PLACES ? [`… and ${all.length - MAX_PLACES} more`] : [];
      return [[`${version}: ${step.do}`, ...all.slice(0, MAX_PLACES), ...more].join('\n    ')];
    }),
  );
}

function packagesOf(product: Manifest, folder: string): string[] {
  const file = join(folder, 'product.package.json');
  if (!existsSync(file)) return [];
  const changed = changedPackages(product, readManifest(file));
  return changed.length === 0
    ? []
    : [`Update package.json to the packages that the engine was tested with:\n    ${changed.join('\n    ')}`];
}

/** Reports whether the engine's tables differ from the migrations, for example by a new column. */
async function migrationOf(root: string): Promise<string[]> {
  const { loadProduct } = await import('@bindery/contract/api/load-product.ts');
  const { resources } = await loadProduct(root);
  const [{ createEntities }, { createSnapshotMigrator }] = await Promise.all([
    import('@bindery/backend/database/entities.ts'),
    import('@bindery/backend/database/migrations/planning-migrator.ts'),
  ]);
  const { statements, summary } = await (await createSnapshotMigrator(createEntities(resources))).plan();
  if (statements.length === 0) return [];
  return [`Create the migration: npm run bindery migration create:\n    ${summary.join('\n    ')}`];
}

type Versions = Readonly<Record<string, string>>;

/** The packages of a package.json. */
interface Manifest {
  readonly version?: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: Readonly<Record<string, string | Versions>>;
  /** The version that `bindery upgrade` stores. */
  readonly bindery?: { readonly version: string };
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;
const OWN = /^@bindery\//;

/** Returns the differences between a product's package.json and the packages an engine was tested with. */
export function changedPackages(product: Manifest, wanted: Manifest): string[] {
  return KINDS.flatMap((kind) =>
    Object.entries(wanted[kind] ?? {}).flatMap(([name, version]) => {
      if (OWN.test(name)) return [];
      const found = product[kind]?.[name];
      const [is, should] = [JSON.stringify(found), JSON.stringify(version)];
      if (is === should) return [];
      // A product may omit what only its tests and its editor need.
      if (found === undefined && kind === 'devDependencies') return [];
      return [`${kind}: ${JSON.stringify(name)}: ${should}${is === undefined ? '' : `, not ${is}`}`];
    }),
  );
}

/** Returns an error if the installed packages of the engine have several versions. */
export function mixedVersions(installed: Versions): string | undefined {
  const versions = new Set(Object.values(installed));
  if (versions.size <= 1) return undefined;
  const all = Object.entries(installed).map(([name, version]) => `${name} ${version}`);
  return `The engine's packages must have the same version: ${all.join(', ')}. Install them together.`;
}
