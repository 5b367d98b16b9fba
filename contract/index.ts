import resources from '#resources.config';
import { type ClientOptions, createClientOf } from './create-client.ts';
import { createRoutes } from './create-routes.ts';

/** Every typed endpoint: those of the resources of the config, and those written by hand. */
export const contract = createRoutes(resources);

export type { ErrorBody, ErrorCode, FieldError } from './errors.ts';

/**
 * A typed client for integrators: `createClient({ baseUrl: 'https://…' }).books.list({ query: { q: 'poe' } })`.
 * `headers` go along with every call. In a browser the session cookie goes along by itself.
 */
export const createClient = (options: ClientOptions) => createClientOf(contract, options);
