import type { ClientOptions } from '@bindery/contract/api/client.ts';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { createClientOf } from '@bindery/contract/api/route-table.ts';
import resources from '#resources.config';
import * as extensions from './extensions/index.ts';

/** All typed endpoints: those of the configured resources, of their extensions, and the handwritten ones. */
export const contract = createRoutes(resources, extensions);

export type { ErrorBody, ErrorCode, FieldError } from '@bindery/contract/records/errors.ts';

/**
 * Creates a typed client for integrators: `createClient({ baseUrl: 'https://…' }).books.list({ query: { q: 'poe' }
 * })`. `headers` are sent with every call, and so is an `apiKey`. Without one, a browser sends the session cookie
 * automatically.
 */
export const createClient = (options: ClientOptions) => createClientOf(contract, options);
