import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { unknownName } from '#contract/schema/error.ts';

/** Thrown for an extension that contradicts the config; the message is for the developer. */
export class ExtensionError extends Error {
  override name = 'ExtensionError';
}

/** Returns why a right does not exist, with the most similar name; undefined if it exists. */
export function unknownRight(
  [on, action]: readonly [on: string, action: string],
  rights: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (!Object.hasOwn(rights, on)) return `right: "${on}" ${unknownName(on, Object.keys(rights))}`;
  if (rights[on]!.includes(action)) return undefined;
  return `right: no role may ${action} "${on}": "${action}" ${unknownName(action, rights[on]!)}`;
}

/** Files that are loaded by name, each with a pattern that its code matches. */
export type FoundFiles = Readonly<Record<string, RegExp>>;

/**
 * Rejects a file whose name nearly matches a file that is loaded by name: nothing would load it. The code
 * decides what was meant, because `books.ts` beside `hooks.ts` is a module of the extension's own. `folder`
 * has a folder for each extension, and `about` is its path from the root of the project.
 * @throws ExtensionError
 */
export function rejectMisspeltFiles(
  folder: string,
  { about, files }: { about: string; files: FoundFiles },
): void {
  for (const path of globSync('*/*.{ts,tsx,mts,js,mjs}', { cwd: folder }).sort()) {
    const name = basename(path);
    const meant = closest(name, Object.keys(files));
    if (Object.hasOwn(files, name) || distance(name, meant) > 2) continue;
    if (!files[meant]?.test(readFileSync(join(folder, path), 'utf8'))) continue;
    const file = path.replaceAll('\\', '/');
    throw new ExtensionError(`${about}/${file}: nothing loads a file with this name. Did you mean ${meant}?`);
  }
}
