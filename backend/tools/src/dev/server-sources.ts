import { matchesGlob, relative, sep } from 'node:path';
import type { Sources } from './watch-sources.ts';

const EXTENSIONS = 'frontend/extensions';

/**
 * Returns the files of a product whose changes restart the development server. Vite updates pages after all
 * other changes.
 */
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
