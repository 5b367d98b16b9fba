/** The response headers of the API, with what they mean. */
export const responseHeaders = {
  'Content-Disposition': 'The name of the file',
  ETag: 'The state of the record, for If-Match and If-None-Match',
  Location: 'The address of the new record, or where to go on',
  'Retry-After': 'Seconds until the next attempt may succeed',
  'Set-Cookie': 'The cookie of the session',
  'WWW-Authenticate': 'That an API key was refused, and why',
  'X-Next-Cursor': 'What to ask `_after` for the records that follow; absent on the last page',
  'X-Request-Id': 'The id of the request, which log lines about it have too',
  'X-Retry-After': 'The same as Retry-After',
  'X-Total-Count': 'How many records there are in all',
  'X-Total-Exact': '`false` where there are more than X-Total-Count says',
} as const;
/** A header that a route may declare. */
export type ResponseHeader = keyof typeof responseHeaders;

/** The headers of a response, and whether each is always or only sometimes there. */
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
 * Declares the headers of a route's responses, besides those of every response. They are the route's `metadata`,
 * because ts-rest has no other place for them; a test compares them with real responses.
 */
export const declareHeaders = <Headers extends HeadersByStatus>(
  headers: Headers,
): { readonly headers: Headers } => ({ headers });

/** Returns the declared headers of a route's response with this status. */
export const declaredHeaders = (metadata: unknown, status: number): DeclaredHeaders =>
  (metadata as { readonly headers?: HeadersByStatus } | undefined)?.headers?.[status] ?? {};
