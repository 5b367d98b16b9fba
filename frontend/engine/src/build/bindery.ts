import { createRequire } from 'node:module';
import path from 'node:path';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import react from '@vitejs/plugin-react';
import type { Plugin, PluginOption, UserConfig } from 'vite';
import {
  bareIcons,
  nativeResizeObserver,
  nativeSideChannel,
  sonnerWithoutStyleTag,
  unnamedFunctions,
  withoutConfigCheck,
} from './changed-packages.ts';
import { chunks } from './chunks.ts';
import { directImports, retriedImports } from './imports.ts';
import { mergedLocales } from './merged-locales.ts';
import { ownFile } from './own-file.ts';
import { pageShell } from './page-shell.ts';
import { precompress } from './precompress.ts';
import { writePreloads } from './preloads.ts';
import { productFiles } from './product-files.ts';
import { productModules } from './product-modules.ts';
import { resourceIcons } from './resource-icons.ts';
import { unthemedSlots } from './unthemed-slots.ts';

const PACKAGES = ['@bindery/contract', '@bindery/frontend'];
const installed = createRequire(import.meta.url);

/** The package's exports resolve to its development build only. */
const production = (file: string) =>
  path.join(path.dirname(installed.resolve('react-router/package.json')), 'dist/production', file);
const routerForProduction = [
  { find: /^react-router$/, replacement: production('index.mjs') },
  { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
];

/** See the file: every icon of lucide-react imports this path. */
const simpleIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: ownFile('shell/components/lucide-icon.ts'),
};

/** See the file: no-axios.ts replaces a client that is never used. */
const withoutAxios = { find: /^axios$/, replacement: ownFile('manager/refine/no-axios.ts') };

/**
 * @ant-design/pro-layout imports icons as CommonJS, for which the bundler would wrap modules that antd uses
 * too.
 */
const iconsAsModules = {
  find: /^@ant-design\/icons\/(\w+)$/,
  replacement: '@ant-design/icons/es/icons/$1.js',
};

/**
 * Refine's packages import these for components and hooks that no page uses. They do not declare that they
 * have no side effects, so the bundler would retain them.
 */
const treeshake = {
  moduleSideEffects: [
    {
      test: /node_modules\/(react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout|papaparse|error-stack-parser|qs)\//,
      sideEffects: false,
    },
  ],
};

/**
 * Of lists of exports such as lucide-react's 2,100 icons, only the modules in use are read: 2,400 modules
 * instead of 6,800, in less than half of the time.
 */
const experimental = { lazyBarrel: true };

/**
 * The names of all files are in the code of each first visit, and hashes do not compress: 31 bits, not 48, or
 * 36 for scripts, of which the bundler accepts no fewer.
 */
const assetNames = {
  hashCharacters: 'base36',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
} as const;

/**
 * Patterns of the package's modules that run in browsers, which are compiled or not, from the folder of the
 * product.
 */
function ownModules(root: string): string[] {
  const file = ownFile('start.tsx');
  const folder = path.relative(root, path.dirname(file)).replaceAll(path.sep, '/');
  const endings = file.endsWith('.js') ? 'js' : '{ts,tsx}';
  return [
    `${folder}/{start,routes}.${endings}`,
    `${folder}/!(build|testing)/**/!(*.test).${endings}`,
    '!**/testing/**',
  ];
}

const settings = (root: string, command: 'build' | 'serve'): UserConfig => ({
  resolve: {
    alias: [withoutAxios, simpleIcons, iconsAsModules, ...(command === 'build' ? routerForProduction : [])],
    // One of each, whichever package imports it.
    dedupe: ['react', 'react-dom', 'react-router', 'react-i18next', 'i18next', ...PACKAGES],
  },
  publicDir: 'frontend/public',
  html: { cspNonce: '__NONCE__' },
  optimizeDeps: {
    // The virtual modules, styles and texts of our packages cannot be bundled ahead; what they import is
    // found by reading them. Plugins do not change what is bundled ahead: sonner would insert its style tag.
    exclude: [...PACKAGES, 'sonner'],
    entries: ['frontend/main.ts', ...ownModules(root)],
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // Inlined data: URLs would require a wider content security policy, and locale files must stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The compressed size of a first visit is measured by npm run bench:pages.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: 'index.html',
      treeshake,
      experimental,
      output: {
        ...assetNames,
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: chunks },
      },
    },
  },
});

/**
 * Packages whose pages the server never renders: it evaluates none of them, and the build takes half as long
 * without.
 */
const NEVER_RENDERED = /^(?:antd|@ant-design|@rc-component|rc-\w+|recharts|@refinedev\/antd|sonner)(?:\/|$)/;

/**
 * The settings of the build whose code renders documents on the server: one file that the server evaluates
 * for each document, with everything that it imports. The names of styles and files are those of the build
 * for browsers.
 */
const serverBuild: UserConfig = {
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: ownFile('render.ts'),
      external: NEVER_RENDERED,
      treeshake,
      experimental,
      output: { ...assetNames, format: 'cjs', entryFileNames: 'render.cjs', codeSplitting: false },
    },
  },
};

/**
 * Applies a plugin only where it is needed: in the build for browsers, and in development if it is not for
 * builds only.
 */
const ofBrowser = (plugin: Plugin): Plugin => ({
  ...plugin,
  apply: (_, { command, isSsrBuild }) =>
    !isSsrBuild && (plugin.apply === undefined || plugin.apply === command),
});

/** Loads the product before anything reads it, and configures the build of its pages. */
const product = (): Plugin => ({
  name: 'bindery',
  config: async ({ root = process.cwd() }, { command, isSsrBuild }) => {
    await loadProduct(path.resolve(root));
    const ofPages = settings(path.resolve(root), command);
    return isSsrBuild ? { ...ofPages, ...serverBuild } : ofPages;
  },
});

/**
 * Builds and serves the pages of the product in Vite's root, all that its `vite.config.ts` needs.
 *
 * @example
 * export default defineConfig({ plugins: [bindery()] });
 */
export const bindery = (): PluginOption[] => [
  product(),
  react(),
  ofBrowser(pageShell()),
  ofBrowser(productFiles()),
  productModules(),
  directImports(),
  mergedLocales(),
  resourceIcons(),
  bareIcons(),
  unnamedFunctions(),
  nativeSideChannel(),
  ofBrowser(nativeResizeObserver()),
  unthemedSlots(),
  withoutConfigCheck(),
  ofBrowser(retriedImports()),
  sonnerWithoutStyleTag(),
  ofBrowser(writePreloads()),
  ofBrowser(precompress()),
];
