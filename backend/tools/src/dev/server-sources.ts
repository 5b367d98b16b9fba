import { matchesGlob, relative, sep } from 'node:path';
import type { Sources } from './watch-sources.ts';

const EXTENSIONS = 'frontend/extensions';

/** Returns the files of a product of which each change restarts the server for development. Vite updates pages for all others. */
export const serverSourcesIn = (root: string): Sources => ({
  root,
  folders: ['backend', 'contract', EXTENSIONS],
  files: [
    '{backend,contract}/**/*.{ts,json}',
    '{product,resources.config}.ts',
    '.env',
    // The page tables, and what extensions add to generated pages: the server reads them too.
    `${EXTENSIONS}/*/{pages,manager,home}.ts`,
  ],
  exclude: ['**/*.test.ts'],
});

/** Returns whether a file, by its absolute path, is one of those that restart the server. */
export function restartsServer(path: string, { root, files }: Sources): boolean {
  const name = relative(root, path).replaceAll(sep, '/');
  return files.some((pattern) => matchesGlob(name, pattern));
}
