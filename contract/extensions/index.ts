/*
 * The endpoints of the extensions, a line each, with the name of the resource:
 * `export { loans } from './loans.ts';`. docs/extensions.md shows how they are defined.
 */
export {};
