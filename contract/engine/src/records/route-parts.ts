import { z } from 'zod';
import { toLine } from '#contract/schema/fields/conversions.ts';
import { textSchema } from '#contract/schema/fields/text.ts';
import type { ErrorBody } from './errors.ts';

/** The values for the placeholders of a message. */
const values = z.record(z.string(), z.union([z.string(), z.number()]));

/** The schema of an error of one field. */
export const fieldErrorBody = z.object({
  key: z.string(),
  message: z.string(),
  values: values.exactOptional(),
});

const reason = z.object({
  message: z.string(),
  key: z.string().exactOptional(),
  values: values.exactOptional(),
});

/** The schema of an error without what concerns one request. */
export const errorOfWrite = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(fieldErrorBody)).exactOptional(),
  reason: reason.exactOptional(),
  /** The rejected record. */
  record: z.object({ resource: z.string(), id: z.string(), label: z.string() }).exactOptional(),
});

/** The schema of the standard error body, for the contract and the OpenAPI document. */
export const errorBody: z.ZodType<ErrorBody> = errorOfWrite.extend({
  requestId: z.string(),
  current: z.unknown().exactOptional(),
  count: z.int().exactOptional(),
});

/** Errors of any endpoint: invalid, unauthorized, forbidden, compressed, limited, unavailable, disk full. */
export const commonErrors = {
  400: errorBody,
  401: errorBody,
  403: errorBody,
  415: errorBody,
  429: errorBody,
  503: errorBody,
  507: errorBody,
} as const;

/** The common errors plus 404, for endpoints of a single record. */
export const withNotFound = { ...commonErrors, 404: errorBody } as const;

/** The errors of a write of a single record: 409 for a clash with others. */
export const withConflict = { ...withNotFound, 409: errorBody } as const;

/** The schema of a text on one line, converted like that of a text field: one that shows nothing is empty. */
export const lineOfText = (max: number): z.ZodString => textSchema(z, { max }, toLine);

/** The path parameter with the id of a record or user, case-insensitive. */
export const byId = z.object({ id: z.uuid().toLowerCase() });

/** A value that the client chooses: a repeated request with the same value within a day runs once. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe('Runs the request once, however often it arrives with this key within a day'),
});

/** The additional errors of a request with an Idempotency-Key. */
export const repeatErrors = { 409: errorBody, 422: errorBody } as const;

/** The header of such a response that says when to retry. */
export const retryHeaders = { 409: { 'Retry-After': 'sometimes' } } as const;

const digits: z.ZodType<number> = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** A whole number in a query string. Clients pass a number, which arrives at the server as a string. */
export const queryNumber = digits as z.ZodType<number, number>;

/** The response headers of the API with their descriptions. */
export const responseHeaders = {
  'Content-Disposition': 'The name of the file',
  ETag: 'The version of the record, for If-Match and If-None-Match',
  Location: 'The address of the new record, or the target of a redirect',
  'Retry-After': 'Seconds until the next attempt may succeed',
  'Set-Cookie': 'The cookie of the session',
  'WWW-Authenticate': 'Says that an API key was rejected, and why',
  'X-Next-Cursor': 'The value of `_after` for the next page; absent on the last page',
  'X-Request-Id': 'The id of the request, which its log lines contain too',
  'X-Retry-After': 'The same as Retry-After',
  'X-Total-Count': 'The total number of records',
  'X-Total-Exact': '`false` if there are more records than X-Total-Count says',
} as const;
/** A header that a route may declare. */
export type ResponseHeader = keyof typeof responseHeaders;

/** The headers of a response, and whether each is always or only sometimes present. */
export type DeclaredHeaders = Readonly<Partial<Record<ResponseHeader, 'always' | 'sometimes'>>>;

/** The headers of a route's responses by status. */
type HeadersByStatus = Readonly<Record<number, DeclaredHeaders>>;

/** Headers of every response. */
export const commonHeaders: DeclaredHeaders = { 'X-Request-Id': 'always' };

/** Headers of every error response with the standard error body, by status. */
export const errorHeaders: HeadersByStatus = {
  401: { 'WWW-Authenticate': 'sometimes' },
  429: { 'Retry-After': 'sometimes' },
  503: { 'Retry-After': 'always' },
};

/** The headers of a list page. */
export const listPageHeaders: DeclaredHeaders = {
  'X-Total-Count': 'always',
  'X-Total-Exact': 'sometimes',
  'X-Next-Cursor': 'sometimes',
};

/**
 * Declares the headers of a route's responses, in addition to the common ones. They are the route's
 * `metadata`, because ts-rest has no other place for them; a test compares them with real responses.
 */
export const declareHeaders = <Headers extends HeadersByStatus>(
  headers: Headers,
): { readonly headers: Headers } => ({ headers });

/** Returns the declared headers of a route's response with this status. */
export const declaredHeaders = (metadata: unknown, status: number): DeclaredHeaders =>
  (metadata as { readonly headers?: HeadersByStatus } | undefined)?.headers?.[status] ?? {};
