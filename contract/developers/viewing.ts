import { product } from '#contract/product.ts';

/** The cookie that tells pages of a server for development as which role they are seen. It grants nothing. */
export const viewingCookie = (): string => `${product().slug}.viewing_as`;
