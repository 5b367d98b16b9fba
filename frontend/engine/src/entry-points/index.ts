/**
 * Starts the pages of a product in the browser: `frontend/main.ts`.
 *
 * @example
 * import { start } from '@bindery/frontend';
 *
 * start();
 */
export { start } from '../start.tsx';
