import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { PACKAGES } from './packages.ts';

/** The files with a product's own code, here and in the template of create-bindery, and their documentation. */
const WRITTEN = [
  '*.ts',
  'docs/*.md',
  'README.md',
  '{backend,contract,frontend}/*.ts',
  '{backend,contract,frontend}/extensions/**/*.{ts,tsx}',
  'backend/create-bindery/template/**/*.ts',
  'e2e/every-page.e2e.ts',
];

const IMPORTED = /'(@bindery\/[\w-]+\/[^']+\.(?:tsx?|mjs))'/g;

/** Returns the documented modules of the packages: those that code of a product, or its documentation, imports. */
export function documentedDoors(root: string): string[] {
  const files = globSync(WRITTEN, {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', 'vitest.config.ts', 'playwright.config.ts'],
  });
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORTED)].map(([, door = '']) => door),
  );
  return [...new Set(found)].sort();
}

/** Returns the report of the public API: a line for each name that a documented module exports. */
export const publicApi = (root: string): string[] =>
  documentedDoors(root).flatMap((door) => {
    const file = sourceOf(door);
    return existsSync(join(root, file)) ? exportsOf(file, root).map((name) => `${door} ${name}`) : [];
  });

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
