import { type FSWatcher, globSync, statSync, watch } from 'node:fs';
import { join, matchesGlob, relative, sep } from 'node:path';

/** The watched paths and patterns below a folder. */
export interface Sources {
  readonly root: string;
  /** The folders whose entries are watched, with the folders below them. They need not exist yet. */
  readonly folders: readonly string[];
  /** The watched files. */
  readonly files: readonly string[];
  /** Files that are ignored although they match. */
  readonly exclude?: readonly string[];
}

/** An editor writes a file in several steps. */
const SETTLED_MS = 60;

/**
 * Calls `onChange` with the paths below the root when files are changed, added or removed, however an editor
 * saves. Returns a function that stops watching. Watches folders: watching a file ends with the first save
 * that replaces the file.
 */
export function watchSources(sources: Sources, onChange: (files: readonly string[]) => void): () => void {
  const { root, folders } = sources;
  const watchers = new Map<string, FSWatcher>();
  let known = stateOf(sources);
  let timer: NodeJS.Timeout | undefined;

  const compare = () => {
    watchFolders();
    const now = stateOf(sources);
    const changed = changedFiles(known, now);
    known = now;
    if (changed.length > 0) onChange(changed);
  };
  const compareSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(compare, SETTLED_MS);
  };
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const watchFolders = () => {
    const now = new Set([
      '.',
      ...folders.flatMap(withThoseAbove).filter((folder) => isFolder(join(root, folder))),
      ...folders.flatMap((folder) => foldersBelow(root, folder)),
    ]);
    for (const folder of [...watchers.keys()]) if (!now.has(folder)) drop(folder);
    for (const folder of now) {
      if (watchers.has(folder)) continue;
      // The folder may be removed while it is read.
      const watcher = watch(join(root, folder), compareSoon).on('error', () => drop(folder));
      watchers.set(folder, watcher);
    }
  };

  watchFolders();
  return () => {
    clearTimeout(timer);
    for (const folder of [...watchers.keys()]) drop(folder);
  };
}

/** Returns a folder and those around it, in which it may be made. */
const withThoseAbove = (folder: string): string[] =>
  folder.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const foldersBelow = (root: string, folder: string): string[] =>
  globSync(`${folder}/**/`, { cwd: root }).filter((path) => isFolder(join(root, path)));

/** Files by path, each with a text that changes when the file is written. */
type State = ReadonlyMap<string, string>;

/** Returns the state of watched files. */
export function stateOf({ root, files, exclude = [] }: Sources): State {
  const paths = globSync([...files], { cwd: root, exclude: [...exclude] }).sort();
  return new Map(
    paths.flatMap((path) => {
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      return found ? [[path.replaceAll(sep, '/'), `${found.mtimeMs} ${found.size} ${found.ino}`]] : [];
    }),
  );
}

/** Returns the files that were changed, added or removed between two states. */
const changedFiles = (before: State, after: State): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

/** Returns the file that was changed last between two states; undefined if none was. */
export const lastChanged = (before: State, after: State): string | undefined =>
  changedFiles(before, after)
    .sort((a, b) => modifiedAt(after.get(a)) - modifiedAt(after.get(b)))
    .at(-1);

/** Removed files count as the oldest. */
const modifiedAt = (state = '0') => Number.parseFloat(state);

const EXTENSIONS = 'frontend/extensions';

/** Returns the files of a product that restart the development server. Vite updates pages after others. */
export const serverSourcesIn = (root: string): Sources => ({
  root,
  folders: ['backend', 'contract', EXTENSIONS],
  files: [
    '{backend,contract}/**/*.{ts,json}',
    '{product,resources.config}.ts',
    '.env',
    // The page tables, and the additions of extensions to generated pages: the server reads them too.
    `${EXTENSIONS}/*/{pages,manager,home}.ts`,
  ],
  exclude: ['**/*.test.ts'],
});

/** Returns whether a change of a file, given by its absolute path, restarts the server. */
export function restartsServer(path: string, { root, files }: Sources): boolean {
  const name = relative(root, path).replaceAll(sep, '/');
  return files.some((pattern) => matchesGlob(name, pattern));
}
