import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';

const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
/**
 * Unused parts of icons: names, sizes, former names, and keys of elements, which are random and do not
 * compress.
 */
const UNUSED = /,?\s*key: "\w*"|^\s*(?:name: .*|size: \d+|aliases: \[.*\]),?$|^__iconData\.node;$/gm;

/**
 * Reduces each icon of lucide-react to its elements, which are all that `shell/components/lucide-icon.ts`
 * draws.
 */
export function bareIcons(): Plugin {
  return {
    name: 'bare-icons',
    transform: {
      filter: { id: ICON, code: 'const __iconData = {' },
      handler: (code) => ({ code: code.replace(UNUSED, ''), map: null }),
    },
  };
}

const REFINE = /\/@refinedev\/(?:core|antd)\/dist\/index\.mjs/;
const NAMING = /^__name\(\w+, "\w+"\);$/gm;

/**
 * Removes the lines with which Refine's packages set the names of functions. They are effects, so the bundler
 * would keep every function that has one, used or not, with the packages that it imports.
 */
export function unnamedFunctions(): Plugin {
  return {
    name: 'unnamed-functions',
    apply: 'build',
    transform: {
      filter: { id: REFINE },
      handler(code, id) {
        if (code.search(NAMING) === -1)
          throw new Error(`${id} no longer names its functions this way: revisit this plugin`);
        return { code: code.replace(NAMING, ''), map: null };
      },
    },
  };
}

const SIDE_CHANNEL = /\/node_modules\/side-channel\/index\.js$/;

/** The same functions on the maps that every browser has. */
const NATIVE = `
module.exports = () => {
  const objects = new WeakMap();
  const others = new Map();
  const mapOf = (key) => (Object(key) === key ? objects : others);
  return {
    assert: (key) => {
      if (!mapOf(key).has(key)) throw new TypeError('Side channel does not contain the given key');
    },
    delete: (key) => mapOf(key).delete(key),
    get: (key) => mapOf(key).get(key),
    has: (key) => mapOf(key).has(key),
    set: (key, value) => void mapOf(key).set(key, value),
  };
};`;

/**
 * Builds side-channel, with which qs marks objects, on native maps. Its own code also runs in browsers that
 * have none, and brings 14 packages for it, an eighth of what every page of the manager loads before its
 * content.
 */
export function nativeSideChannel(): Plugin {
  return {
    name: 'native-side-channel',
    apply: 'build',
    load: { filter: { id: SIDE_CHANNEL }, handler: () => NATIVE },
  };
}

const OBSERVER = /\/node_modules\/resize-observer-polyfill\/dist\/ResizeObserver\.es\.js$/;

/** Lets antd observe sizes with what every browser has, which saves each page with a form 3 KiB. */
export const nativeResizeObserver = (): Plugin => ({
  name: 'native-resize-observer',
  apply: 'build',
  load: { filter: { id: OBSERVER }, handler: () => 'export default ResizeObserver;' },
});

const CHECK = /^\.\/check\.(ts|js)$/;
const SCHEMA = /\/(?:contract\/engine\/src|@bindery\/contract\/lib)\/schema\/[^/]+$/;

/** Puts no-config-check.ts in the place of the checks of the config: see there. */
export const withoutConfigCheck = (): Plugin => ({
  name: 'without-config-check',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: CHECK },
    handler: (_, importer) =>
      importer && SCHEMA.test(importer.replaceAll('\\', '/')) ? ownFile('build/no-config-check.ts') : null,
  },
});

const SONNER = /\/sonner\/dist\/index\.mjs/;
const INSERTION = /^__insertCSS\(.*\);?$/m;

/**
 * Removes the line with which sonner inserts a style tag at run time, because the content security policy
 * blocks tags without a nonce. `sonner/dist/styles.css` provides the same styles as a file.
 */
export function sonnerWithoutStyleTag(): Plugin {
  return {
    name: 'sonner-without-style-tag',
    transform: {
      filter: { id: SONNER },
      handler(code) {
        if (!INSERTION.test(code))
          throw new Error('sonner no longer inserts its styles this way: revisit this plugin');
        return { code: code.replace(INSERTION, ''), map: null };
      },
    },
  };
}
