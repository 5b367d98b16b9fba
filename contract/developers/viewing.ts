import * as product from '#product';

/** The cookie that tells pages of a server for development as which role they are seen. It grants nothing. */
export const VIEWING_COOKIE = `${product.slug}.viewing_as`;
