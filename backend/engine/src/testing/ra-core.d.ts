/*
 * What the types of ra-data-json-server need of ra-core (see `paths` in tsconfig.json): the rest are 400 files more for
 * the compiler.
 */
export type * as fetchUtils from '../../../../node_modules/ra-core/dist/dataProvider/fetch.js';
export type { DataProvider } from '../../../../node_modules/ra-core/dist/types.js';
