import { type ClientOptions, createClientOf, createRoutes } from '@bindery/contract/api';
import resources from '#resources.config';
import * as extensions from './extensions/index.ts';

/** All typed endpoints: those of the configured resources, of their extensions, and the handwritten ones. */
export const contract = createRoutes(resources, extensions);

export type { ErrorBody, ErrorCode, FieldError } from '@bindery/contract/api';

/**
 * Creates a typed client for integrators:
 * `createClient({ baseUrl: 'https://…' }).books.list({ query: { q: 'poe' } })`. `headers` are sent with every
 * call, and so is an `apiKey`. Without one, a browser sends the session cookie automatically.
 */
export const createClient = (options: ClientOptions) => createClientOf(contract, options);
