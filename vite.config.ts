import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './frontend/build/precompress.ts';
import { writePreloads } from './frontend/build/preloads.ts';
import { retriedImports } from './frontend/build/retried-imports.ts';
import { sonnerWithoutStyleTag } from './frontend/build/sonner-without-style-tag.ts';

// The package's exports only name its development build.
const routerForProduction = [
  { find: /^react-router$/, replacement: production('index.mjs') },
  { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
];

/** See the file itself: a client that nobody uses need not be loaded. */
const withoutAxios = {
  find: /^axios$/,
  replacement: fileURLToPath(new URL('./frontend/manager/refine/no-axios.ts', import.meta.url)),
};

/** See the file itself. Every icon of the package imports it by this name. */
const simpleIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('./frontend/components/lucide-icon.ts', import.meta.url)),
};

function production(file: string) {
  return fileURLToPath(new URL(`./node_modules/react-router/dist/production/${file}`, import.meta.url));
}

export default defineConfig(({ command }) => ({
  plugins: [react(), retriedImports(), sonnerWithoutStyleTag(), writePreloads(), precompress()],
  resolve: { alias: [withoutAxios, simpleIcons, ...(command === 'build' ? routerForProduction : [])] },
  publicDir: 'frontend/public',
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // A data: address would need a wider content security policy, and locale files must stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What a first visit may weigh is measured by npm run bench:pages, compressed.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files for a first visit, each no larger than what its pages need.
          groups: [
            // Changes only with an upgrade: it stays in the visitor's cache when we deploy.
            {
              name: 'react',
              test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
              priority: 3,
            },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            {
              name: 'common',
              test: /\/frontend\/(http\/http|layout\/brand|components\/(book-spines|skeleton)|auth\/auth-|i18n\/)|\/icons\/x\.mjs/,
              priority: 1,
            },
            { name: 'app', test: /\/frontend\/app\/app-layout/ },
            {
              name: 'forms',
              test: /\/frontend\/(components\/(text-field|form-error|email)|session\/pref|http\/describe-error|login\/(login-(layout|frame|page)|form))/,
            },
            { name: 'books', test: /\/frontend\/(components\/empty-state|app\/books)/ },
            { name: 'dialogs', test: /\/frontend\/components\/(dialog|confirm-dialog)/ },
          ],
        },
      },
    },
  },
}));
