import { join, matchesGlob, relative, sep } from 'node:path';
import { watch } from 'chokidar';

/** The watched paths and patterns below a folder. */
export interface Sources {
  readonly root: string;
  /** The folders that are watched, with the folders below them. They need not exist yet. */
  readonly folders: readonly string[];
  /** Patterns of the watched files. */
  readonly files: readonly string[];
  /** Patterns of files that are ignored although they match. */
  readonly exclude?: readonly string[];
}

/** An editor writes a file in several steps. */
const SETTLED_MS = 60;

/** What watches the sources of a program. */
interface Watching {
  /** Resolves when each later change is reported. */
  readonly ready: Promise<unknown>;
  readonly stop: () => void;
}

/**
 * Calls `onChange` with the paths below the root when files are changed, added or removed, in this order and
 * however an editor saves.
 */
export function watchSources(sources: Sources, onChange: (files: readonly string[]) => void): Watching {
  const { root, folders, exclude = [] } = sources;
  const nameOf = (path: string) => relative(root, path).replaceAll(sep, '/');
  const isWatched = (path: string) =>
    restartsServer(path, sources) && !exclude.some((pattern) => matchesGlob(nameOf(path), pattern));
  // Also the folders above a watched one, in which it may be created.
  const isNear = (path: string) =>
    folders.some((folder) => {
      const [watched, other] = [`${join(root, folder)}${sep}`, `${path}${sep}`];
      return watched.startsWith(other) || other.startsWith(watched);
    });
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path, stats) => !isWatched(path) && (stats?.isFile() || !isNear(path)),
  });
  watcher.on('all', (_event, path) => {
    if (!isWatched(path)) return;
    // The last one is the latest.
    changed.delete(nameOf(path));
    changed.add(nameOf(path));
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChange([...changed]);
      changed.clear();
    }, SETTLED_MS);
  });
  const stop = () => {
    clearTimeout(timer);
    watcher.close();
  };
  return { ready: new Promise<void>((resolve) => watcher.once('ready', resolve)), stop };
}

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
