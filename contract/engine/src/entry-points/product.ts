/**
 * What `product.ts` is written with: `defineProduct` states the name and the look, and `Register` the types of the product
 * that the packages use.
 *
 * @example
 * import { defineProduct } from '@bindery/contract/product';
 * import type resources from '#resources.config';
 *
 * const light = { paper: '#ffffff', accent: '#0a5c8a', accentHover: '#084a6f', accentInk: '#ffffff', accentSoft: '#e3f1f9' };
 * const dark = { paper: '#101418', accent: '#8cc8ec', accentHover: '#a9d7f2', accentInk: '#04283c', accentSoft: '#17323f' };
 *
 * export default defineProduct({
 *   name: 'Acme',
 *   slug: 'acme',
 *   description: 'Records of Acme.',
 *   icon: 'M8 24 16 8l8 16m-13-6h10',
 *   colors: { light, dark },
 * });
 *
 * declare module '@bindery/contract/product' {
 *   interface Register {
 *     resources: typeof resources;
 *   }
 * }
 */
export { defineProduct, type Palette, type Product } from '../api/product.ts';
export type { Register, ResourceName } from '../schema/register.ts';
