import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Pages, productPages } from './pages.ts';

const frontend = path.resolve(import.meta.dirname, '../frontend');
const readDefault = async (file: string) =>
  (await import(pathToFileURL(path.join(frontend, file)).href)).default;
const readFeatures = (pattern: string) =>
  Promise.all(globSync(pattern, { cwd: frontend }).sort().map(readDefault));

/**
 * All pages: those of the product, and those of the features that are installed as folders in `frontend/app`. Only
 * for Node.js: the server, the build and the browser tests. The browser's own list is `frontend/pages.ts`.
 */
export const pages: Pages = Object.assign({}, productPages, ...(await readFeatures('app/*/pages.ts')));

/** The modules that features add to the record pages of the manager, by resource. */
export const managerSlots: Readonly<Record<string, { readonly cover?: string }>> = Object.assign(
  {},
  ...(await readFeatures('app/*/manager.ts')),
);

/** The namespaces of the features' texts. Every page of the app needs them, for its navigation. */
export const featureNamespaces: readonly string[] = globSync('app/*/locales/en.json', { cwd: frontend })
  .map((file) => path.basename(path.dirname(path.dirname(file))))
  .sort();
