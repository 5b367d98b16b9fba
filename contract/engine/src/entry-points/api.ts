/**
 * The typed API of a product, on both sides: its routes and client, routes of extensions with their bodies
 * and errors, and addresses of the sign-in.
 * @example
 * import { defineRoutes } from '@bindery/contract/api';
 * import { z } from 'zod';
 *
 * export const genres = defineRoutes('genres', {
 *   count: { method: 'GET', path: '/count', right: 'read', responses: { 200: z.object({ all: z.int() }) } },
 * });
 */
export type { ClientOf, ClientOptions, RequestOf, ResponseOf } from '../api/client.ts';
export { createRoutes } from '../api/create-routes.ts';
export {
  defineRoutes,
  type EndpointRight,
  type OtherRight,
  type OwnRoute,
  textOf,
} from '../api/extend/define-routes.ts';
export { defaultPath, loginPath, redirectAfterLogin, safeRedirect } from '../api/redirect.ts';
export { createClientOf } from '../api/route-table.ts';
export type { ErrorBody, ErrorCode, FailedRecord, FieldError } from '../records/errors.ts';
export { MAX_BATCH_SIZE } from '../records/limits.ts';
export {
  type BatchResult,
  batchResult,
  bulkBodyOf,
  type Selection,
  selection,
} from '../records/resources/bulk.ts';
export { type FieldErrorKey, fieldError } from '../records/validation.ts';
