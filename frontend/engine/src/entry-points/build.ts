/**
 * Builds and serves the pages: the plugin of `vite.config.ts`.
 *
 * @example
 * import { bindery } from '@bindery/frontend/build';
 * import { defineConfig } from 'vite';
 *
 * export default defineConfig({ plugins: [bindery()] });
 */
export { bindery } from '../build/bindery.ts';
