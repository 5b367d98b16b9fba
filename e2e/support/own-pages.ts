import { pages } from '@bindery/tools/testing/browser/product.ts';

/** Returns whether an extension of the product has a custom page at an address that the starter redirects. */
export const isOwn = (address: '/' | '/app'): boolean =>
  pages[address]?.component.startsWith('extensions/') ?? false;

/** Returns the target of the link home for a visitor whom the starter redirects from `/` to a path. */
export const homeOf = (path: '/login' | '/app'): RegExp => (isOwn('/') ? /:\d+\/$/ : new RegExp(`${path}$`));
