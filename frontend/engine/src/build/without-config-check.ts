import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';

const CHECK = /^\.\/check\.(ts|js)$/;
const SCHEMA = /\/(?:contract\/engine\/src|@bindery\/contract\/lib)\/schema\/[^/]+$/;

/** Puts no-config-check.ts in the place of the checks of the config: see there. */
export const withoutConfigCheck = (): Plugin => ({
  name: 'without-config-check',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, importer) =>
    CHECK.test(id) && importer && SCHEMA.test(importer.replaceAll('\\', '/'))
      ? ownFile('build/no-config-check.ts')
      : null,
});
