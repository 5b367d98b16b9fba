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
