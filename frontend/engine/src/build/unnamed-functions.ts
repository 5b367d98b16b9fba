import type { Plugin } from 'vite';

const REFINE = /\/@refinedev\/(?:core|antd)\/dist\/index\.mjs/;
const NAMING = /^__name\(\w+, "\w+"\);$/gm;

/**
 * Removes the lines with which Refine's packages set the names of functions. They are effects, so the bundler would keep
 * every function that has one, used or not, with the packages that it imports.
 */
export function unnamedFunctions(): Plugin {
  return {
    name: 'unnamed-functions',
    apply: 'build',
    transform: (code, id) => {
      if (!REFINE.test(id)) return null;
      if (code.search(NAMING) === -1)
        throw new Error(`${id} no longer names its functions this way: revisit this plugin`);
      return { code: code.replace(NAMING, ''), map: null };
    },
  };
}
