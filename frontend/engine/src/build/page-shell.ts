import { readFileSync } from 'node:fs';
import path from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';

const FONTS = './shell/theme/fonts.css';

/** Returns the source of the HTML document of every address, which names files from the folder of the product. */
export function readPageShell(): string {
  const fonts = path.relative(productRoot(), ownFile(FONTS)).replaceAll(path.sep, '/');
  return readFileSync(ownFile('index.html'), 'utf8').replace(FONTS, `./${fonts}`);
}

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
