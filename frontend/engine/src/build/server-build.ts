import type { Plugin, UserConfig } from 'vite';
import { ownFile } from './own-file.ts';

const ENTRY = ownFile('render.ts');

/**
 * Packages whose pages the server never renders: it evaluates none of them, and the build takes half as long
 * without.
 */
const NEVER_RENDERED = /^(?:antd|@ant-design|@rc-component|rc-\w+|recharts|@refinedev\/antd|sonner)(?:\/|$)/;

/**
 * Returns the settings of the build whose code renders documents on the server: one file that the server
 * evaluates for each document, with everything that it imports. The names of styles and files are those of
 * the build for browsers.
 */
export const serverBuild = ({ build, ...settings }: UserConfig): UserConfig => ({
  ...settings,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    target: 'es2022',
    assetsInlineLimit: build?.assetsInlineLimit ?? 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: ENTRY,
      external: NEVER_RENDERED,
      ...treeshakeOf(build),
      output: {
        ...assetNamesOf(build),
        format: 'cjs',
        entryFileNames: 'render.cjs',
        codeSplitting: false,
      },
    },
  },
});

type Build = UserConfig['build'];

const treeshakeOf = (build: Build) => {
  const treeshake = build?.rolldownOptions?.treeshake;
  return treeshake === undefined ? {} : { treeshake };
};

function assetNamesOf(build: Build) {
  const output = build?.rolldownOptions?.output;
  if (!output || Array.isArray(output)) return {};
  const { hashCharacters = 'base64', assetFileNames = '' } = output;
  return { hashCharacters, assetFileNames };
}

/**
 * Applies a plugin only where it is needed: in the build for browsers, and in development if it is not for
 * builds only.
 */
export const ofBrowser = (plugin: Plugin): Plugin => ({
  ...plugin,
  apply: (_, { command, isSsrBuild }) =>
    !isSsrBuild && (plugin.apply === undefined || plugin.apply === command),
});
