import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { readSteps } from '#tools/upgrade/steps.ts';
import { PACKAGES, publishedExports, type SourceManifest } from './packages.ts';

/** A module, or a text such as package.json. */
const MODULE = /(?<!\.d)\.(tsx?|mjs)$/;

/** Returns all packages' documented entry points, which follow SemVer: import names, with their files. */
export const entryPoints = (root: string): ReadonlyMap<string, string> =>
  new Map(
    PACKAGES.flatMap(({ name, folder }) => {
      const manifest: SourceManifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return Object.entries(publishedExports(manifest))
        .filter(([, file]) => MODULE.test(file))
        .map(([entry, file]): [string, string] => [posix.join(name, entry), posix.join(folder, file)]);
    }).sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Returns the report of the public API: a line for each name that an entry point exports. */
export const publicApi = (root: string): string[] =>
  [...entryPoints(root)].flatMap(([entry, file]) => exportsOf(file, root).map((name) => `${entry} ${name}`));

/** Returns the exported names of a file. Throws an Error for `export *`, which may export too much. */
function exportsOf(file: string, root: string): string[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => {
      if (exportName.name === null) throw new Error(`${file} exports all names of another module`);
      return exportName.name;
    }),
  );
  return [...new Set(names)].sort();
}

/** Returns the lines in which two reports differ, with `+` or `-`. */
export function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...after.filter((line) => !was.has(line)).map((line) => `+ ${line}`),
    ...before.filter((line) => !is.has(line)).map((line) => `- ${line}`),
  ];
}

/**
 * Returns the changes that the changelog does not name for the next version: as code the name or its module,
 * or in a step of `bindery upgrade` an expression that finds the import of the module.
 */
export function unsaid(changes: readonly string[], changelog: string): string[] {
  const [, next = ''] = changelog.split(/^## \[/m);
  const said = new Set([...next.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name));
  const found = readSteps(changelog, 'next')
    .filter(({ version }) => version === 'next')
    .flatMap(({ steps }) => steps.flatMap(({ finds }) => (finds === undefined ? [] : new RegExp(finds))));
  return changes.filter((line) => {
    const [, module = '', name = ''] = line.split(' ');
    return !said.has(name) && !said.has(module) && !found.some((step) => step.test(`from '${module}';`));
  });
}
