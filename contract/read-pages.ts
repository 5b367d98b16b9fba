import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Pages, productPages } from './pages.ts';

const frontend = path.resolve(import.meta.dirname, '../frontend');
const readFeature = async (file: string): Promise<Pages> =>
  (await import(pathToFileURL(path.join(frontend, file)).href)).default;

/**
 * All pages: those of the product, and those of the features that are installed as folders in `frontend/app`. Only
 * for Node.js: the server, the build and the browser tests. The browser's own list is `frontend/pages.ts`.
 */
export const pages: Pages = Object.assign(
  {},
  productPages,
  ...(await Promise.all(globSync('app/*/pages.ts', { cwd: frontend }).sort().map(readFeature))),
);

/** The namespaces of the features' texts. Every page of the app needs them, for its navigation. */
export const featureNamespaces: readonly string[] = globSync('app/*/locales/en.json', { cwd: frontend })
  .map((file) => path.basename(path.dirname(path.dirname(file))))
  .sort();
