/**
 * What `product.ts` is written with: `defineProduct` states the name and the look, and `Register` the types
 * of the product that the packages use.
 * @example
 * import { defineProduct } from '@bindery/contract/product';
 * import type resources from '#resources.config';
 *
 * export default defineProduct({
 *   name: 'Acme',
 *   slug: 'acme',
 *   description: 'Records of Acme.',
 *   colors: { light: { accent: '#0a5c8a' } },
 * });
 *
 * declare module '@bindery/contract/product' {
 *   interface Register {
 *     resources: typeof resources;
 *   }
 * }
 */
export type { Palette } from '../api/palette.ts';
export { defineProduct, type Product, type StatedProduct } from '../api/product.ts';
export type { Register, ResourceName } from '../schema/register.ts';
