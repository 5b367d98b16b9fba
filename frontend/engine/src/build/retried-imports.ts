import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';

const preloadHelper = '\0vite/preload-helper.js';
const loader = ownFile('shell/http/load-module.ts');
const dynamicImport = /\bimport\(([`"'])(\.\/[^`"']+\.js)\1\)/g;

/**
 * Routes every dynamic import of the build through `loadModule` instead of Vite's preload helper, and appends
 * the query that `loadModule` sets for retries to each import URL.
 */
export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === preloadHelper ? `export { loadModule as __vitePreload } from ${JSON.stringify(loader)};` : null,
    generateBundle: {
      // Runs after Vite has looked up the files of each import by its URL.
      order: 'post',
      handler(_, bundle) {
        let found = 0;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(dynamicImport, (_match, quote: string, address: string) => {
            found += 1;
            return `import(${quote}${address}${quote}+(self.importQuery||""))`;
          });
        }
        if (found === 0) this.error('No dynamic import was found in the build: revisit this plugin');
      },
    },
  };
}
