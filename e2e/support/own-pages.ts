import { pages } from '@bindery/tools/testing/browser/product.ts';

/** Returns whether an extension of the product has a page of its own at an address where the starter leads elsewhere. */
export const isOwn = (address: '/' | '/app'): boolean =>
  pages[address]?.component.startsWith('extensions/') ?? false;

/** Where the link home leads a visitor who is sent to a path from `/` by the starter. */
export const homeOf = (path: '/login' | '/app'): RegExp => (isOwn('/') ? /:\d+\/$/ : new RegExp(`${path}$`));
