/*
 * The types of ra-core that ra-data-json-server needs (see `paths` in tsconfig.json): the rest would be 400
 * more files for the compiler.
 */
export type * as fetchUtils from '../../../../node_modules/ra-core/dist/dataProvider/fetch.js';
export type { DataProvider } from '../../../../node_modules/ra-core/dist/types.js';
