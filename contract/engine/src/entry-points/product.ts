/**
 * What `product.ts` is written with: `defineProduct` states the name and the look, and `Register` the types
 * of the product that the packages use.
 * @example
 * import { defineProduct, type Palette } from '@bindery/contract/product';
 * import type resources from '#resources.config';
 *
 * const palette: Palette = {
 *   paper: '#ffffff',
 *   accent: '#0a5c8a',
 *   accentHover: '#084a6f',
 *   accentInk: '#ffffff',
 *   accentSoft: '#e3f1f9',
 * };
 *
 * export default defineProduct({
 *   name: 'Acme',
 *   slug: 'acme',
 *   description: 'Records of Acme.',
 *   icon: 'M8 24 16 8l8 16m-13-6h10',
 *   colors: { light: palette, dark: palette },
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
