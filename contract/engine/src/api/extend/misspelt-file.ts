import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { ExtensionError } from './extension-error.ts';

/** Files that are loaded by name, each with a pattern that its code matches. */
export type FoundFiles = Readonly<Record<string, RegExp>>;

/**
 * Rejects a file whose name nearly matches a file that is loaded by name: nothing would load it. The code
 * decides what was meant, because `books.ts` beside `hooks.ts` is a module of the extension's own. `folder`
 * has a folder for each extension, and `about` is its path from the root of the project.
 * @throws ExtensionError
 */
export function refuseMisspeltFiles(
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
