import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';

const FONTS = /\.\/shell\/theme\/[\w-]+\.css/g;

/**
 * Returns the source of the HTML document of every address, which is compiled as if it were in the product's
 * folder.
 */
export const readPageShell = (): string =>
  readFileSync(ownFile('index.html'), 'utf8').replace(FONTS, (file) => ownFile(file).replaceAll('\\', '/'));

/** Provides the document to the build, as if it were in the folder of the product. */
export function pageShell(): Plugin {
  let page = '';
  return {
    name: 'page-shell',
    enforce: 'pre',
    configResolved: (config) => {
      page = path.join(config.root, 'index.html');
    },
    resolveId: (id) => (id === page || id === 'index.html' ? page : null),
    load: (id) => (id === page ? readPageShell() : null),
  };
}
