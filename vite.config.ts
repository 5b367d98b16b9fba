// First: what follows reads the product.
import './contract/set-product.ts';

import { fileURLToPath } from 'node:url';
import { bareIcons } from '@bindery/frontend/build/bare-icons.ts';
import { precompress } from '@bindery/frontend/build/precompress.ts';
import { writePreloads } from '@bindery/frontend/build/preloads.ts';
import { productFiles } from '@bindery/frontend/build/product-files.ts';
import { productModules } from '@bindery/frontend/build/product-modules.ts';
import { resourceIcons } from '@bindery/frontend/build/resource-icons.ts';
import { retriedImports } from '@bindery/frontend/build/retried-imports.ts';
import { sonnerWithoutStyleTag } from '@bindery/frontend/build/sonner-without-style-tag.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The package's exports resolve to its development build only.
const routerForProduction = [
  { find: /^react-router$/, replacement: production('index.mjs') },
  { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
];

/** See the file: no-axios.ts replaces a client that is never used. */
const withoutAxios = {
  find: /^axios$/,
  replacement: fileURLToPath(new URL('./frontend/engine/src/manager/refine/no-axios.ts', import.meta.url)),
};

/** See the file: the config is checked by the server. */
const withoutConfigCheck = {
  find: /^\.\/check\.ts$/,
  replacement: fileURLToPath(new URL('./frontend/engine/src/build/no-config-check.ts', import.meta.url)),
};

/** See the file: every icon of lucide-react imports this path. */
const simpleIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(
    new URL('./frontend/engine/src/shell/components/lucide-icon.ts', import.meta.url),
  ),
};

/**
 * The files of an extension are one chunk, named after its folder: without those in folders, which only some visits need,
 * and without those of the manager.
 */
const FEATURE = /\/frontend\/extensions\/([^/]+)\/(?!(?:manager|icons|restrictions)\.ts)[^/]+$/;
const featureOf = (module: string) => FEATURE.exec(module)?.[1] ?? null;

/**
 * Refine's packages import these for components and hooks that no page uses. They do not say that they have no side
 * effects, so the bundler would keep them.
 */
const unusedPackages = [
  {
    test: /node_modules\/(react-markdown|remark-gfm|sunflower-antd|@ant-design\/pro-layout|papaparse|error-stack-parser|qs)\//,
    sideEffects: false,
  },
];

/** @ant-design/pro-layout imports icons as CommonJS, for which the bundler would wrap modules that antd uses too. */
const iconsAsModules = {
  find: /^@ant-design\/icons\/(\w+)$/,
  replacement: '@ant-design/icons/es/icons/$1.js',
};

function production(file: string) {
  return fileURLToPath(new URL(`./node_modules/react-router/dist/production/${file}`, import.meta.url));
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    productFiles(),
    productModules(),
    resourceIcons(),
    bareIcons(),
    retriedImports(),
    sonnerWithoutStyleTag(),
    writePreloads(),
    precompress(),
  ],
  resolve: {
    alias: [
      withoutAxios,
      simpleIcons,
      iconsAsModules,
      ...(command === 'build' ? [...routerForProduction, withoutConfigCheck] : []),
    ],
  },
  publicDir: 'frontend/public',
  html: { cspNonce: '__NONCE__' },
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
      treeshake: { moduleSideEffects: unusedPackages },
      output: {
        // The names of all files are in the code of each first visit, and hashes do not compress: 36 bits, not 48.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Few files per first visit, each no larger than its pages need.
          groups: [
            // Changes only with an upgrade, so it stays in the browser's cache across deployments.
            {
              name: 'react',
              test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
              priority: 3,
            },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            {
              name: 'common',
              test: /\/frontend\/(engine\/src\/shell\/(http\/http|layout\/brand|components\/(drawing|skeleton)|auth\/auth-|i18n\/(?!format\.))|extensions\/\w+\/parts\/drawing)|\/icons\/x\.mjs/,
              priority: 1,
            },
            // Dialogs use the icon button too, the manager the client, and would otherwise bring a whole feature along.
            {
              name: 'app',
              test: /\/(frontend\/engine\/src\/(app\/app-layout|shell\/(components\/(empty-state|icon-button)|http\/(api|endpoint)))|contract\/engine\/src\/api\/client)\./,
            },
            {
              name: 'forms',
              test: /\/frontend\/engine\/src\/(shell\/(components\/(text-field|form-error|email)|session\/pref|http\/describe-error)|sign-in\/(login-(layout|frame|page)|form))/,
            },
            { name: featureOf, debugName: 'features', test: FEATURE },
            // The endpoints that the pages of accounts and the manager share: either would bring the other along.
            { name: 'account', test: /virtual:bindery\/api\/(account|users)$/ },
            // Small files of account pages and of the manager, with the dialogs of both.
            {
              name: 'parts',
              test: /\/frontend\/engine\/src\/shell\/(components\/(dialog|confirm-dialog|avatar|user-name)|i18n\/format)\.|\/icons\/(arrow-up|check|copy|download|log-out|pencil)\.mjs/,
            },
            // What every page of the manager loads: each file more is a request, and stands in the lists of all pages.
            {
              name: 'frame',
              test: /\/frontend\/engine\/src\/manager\/(manager|custom-page|layout\/page|refine\/query-client|keys\/(use-(keys|shortcut)|pressed-key)|fields\/hidden-record|field-errors|history\/use-author)\.|\/icons\/(arrow-down|plus|rotate-ccw-clock|upload)\.mjs|\/use-sync-external-store\//,
            },
            // What lists, records and forms share.
            {
              name: 'fields',
              test: /\/frontend\/engine\/src\/manager\/(fields\/(index|moment)|last-list|refine\/use-record-pages|row-rights|secondary-text)\.|\/icons\/(archive|trash)\.mjs/,
            },
          ],
        },
      },
    },
  },
}));
