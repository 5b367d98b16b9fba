// First: the pages are those of the product.
import '@bindery/tools/testing/browser/product.ts';

import { pages } from '@bindery/contract/api/read-pages.ts';

/** Returns whether an extension of the product has a page of its own at an address where the starter leads elsewhere. */
export const isOwn = (address: '/' | '/app'): boolean =>
  pages[address]?.component.startsWith('extensions/') ?? false;

/** Where the link home leads a visitor who is sent to a path from `/` by the starter. */
export const homeOf = (path: '/login' | '/app'): RegExp => (isOwn('/') ? /:\d+\/$/ : new RegExp(`${path}$`));
