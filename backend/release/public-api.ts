import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { PACKAGES } from './packages.ts';
import { doorsOf, type SourceManifest } from './published-manifest.ts';

/** Returns the doors of all packages, as code imports them: the documented modules, which follow SemVer. */
export const documentedDoors = (root: string): string[] =>
  PACKAGES.flatMap(({ name, folder }) => {
    const manifest: SourceManifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return Object.keys(doorsOf(manifest)).map((door) => posix.join(name, door));
  }).sort();

/** Returns the report of the public API: a line for each name that a documented module exports. */
export const publicApi = (root: string): string[] =>
  documentedDoors(root)
    .filter((door) => /\.(tsx?|mjs)$/.test(door))
    .flatMap((door) => exportsOf(sourceOf(door), root).map((name) => `${door} ${name}`));

function sourceOf(door: string): string {
  const { name, folder } = PACKAGES.find((one) => door.startsWith(`${one.name}/`))!;
  return `${folder}/src/${door.slice(name.length + 1)}`;
}

function exportsOf(file: string, root: string): string[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, importName, moduleRequest }) => {
      if (exportName.name) return [exportName.name];
      const isAll = importName.kind === 'AllButDefault' && moduleRequest?.value.startsWith('.');
      return isAll ? exportsOf(posix.join(posix.dirname(file), moduleRequest!.value), root) : [];
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

/** Returns the changes that the changelog does not name, as code, for the next version. */
export function unsaid(changes: readonly string[], changelog: string): string[] {
  const [, next = ''] = changelog.split(/^## \[/m);
  const said = new Set([...next.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name));
  return changes.filter((line) => {
    const [, door = '', name = ''] = line.split(' ');
    return !said.has(name) && !said.has(door);
  });
}
