import type { ClientOf, Endpoint, ResponseOf } from '@bindery/contract/api/client.ts';
import type { ProductRoutes } from '@bindery/contract/api/create-routes.ts';
import type { developerRoutes } from '@bindery/contract/api/developers/routes.ts';

/*
 * The client of pages. Each endpoint is an export of a module that the build generates from the contract
 * (build/product-modules.ts), so that a page loads the routes that it calls and no others.
 */
export { api } from 'virtual:bindery/api';
export { read } from './endpoint.ts';

/**
 * The endpoints of the product for pages: `api.books.list({ query })`. They throw an HttpError for a rejected
 * call.
 */
export type Api = ClientOf<ProductRoutes & { developers: typeof developerRoutes }, 'successes'>;

/** The body of an endpoint's success: `BodyOf<typeof api.books.read>`. */
export type BodyOf<E> = E extends Endpoint<infer R, 'successes'> ? ResponseOf<R, 'successes'>['body'] : never;
