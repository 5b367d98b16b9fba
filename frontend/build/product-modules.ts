import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { product } from '#contract/product.ts';

const PREFIX = 'virtual:bindery/';

/**
 * Provides what pages import of the product: `virtual:bindery/product` has its name, slug and icon, of which a page keeps
 * what it uses; `virtual:bindery/resources` its resources, by default those of resources.config.ts.
 */
export function productModules({ resources = 'resources.config.ts' } = {}): Plugin {
  return {
    name: 'product-modules',
    enforce: 'pre',
    resolveId: (id) => {
      if (id === `${PREFIX}resources`) return resolve(resources);
      return id === `${PREFIX}product` ? `\0${id}` : null;
    },
    load: (id) => (id === `\0${PREFIX}product` ? constantsOf(product()) : null),
  };
}

const constantsOf = ({ name, slug, icon }: ReturnType<typeof product>): string =>
  Object.entries({ name, slug, icon })
    .map(([constant, value]) => `export const ${constant} = ${JSON.stringify(value)};`)
    .join('\n');
