import { blockedByDemo, explainDemo } from './demo.ts';
import { offerFreshSession } from './fresh-session.ts';
import { HttpError } from './http-error.ts';
import { retry } from './retry.ts';

/** A successful response. */
export interface HttpResponse<Data> {
  data: Data;
  /** Header names are lower-case, as Refine's simple-rest provider expects. */
  headers: Record<string, string>;
}

interface HttpOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface HttpCall extends HttpOptions {
  method: string;
  url: string;
  /** Sent as JSON. */
  data?: unknown;
}

let onUnauthorized: () => Promise<void> = async () => {};

/** Registers the handler to run before a call fails because it needs a session. */
export function handleUnauthorized(handle: () => Promise<void>): void {
  onUnauthorized = handle;
}

/** Runs the registered handler for calls without a session, for calls that are sent elsewhere. */
export const answerUnauthorized = (): Promise<void> => onUnauthorized();

/**
 * Sends a request with the session cookie; returns the response, whose body may be a stream. Throws an HttpError
 * for an error response, and if there is no connection.
 */
async function send({ method, url, data, headers, signal }: HttpCall): Promise<Response> {
  if (blockedByDemo({ method, url })) {
    throw new HttpError({
      status: 403,
      statusText: 'Forbidden',
      body: { code: 'DEMO_MODE', message: 'Demo mode' },
    });
  }
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(data !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(data !== undefined && { body: JSON.stringify(data) }),
    ...(signal && { signal }),
  }).catch((cause) => {
    if (signal?.aborted) throw cause;
    throw new HttpError({ status: 0, statusText: 'No connection', body: null });
  });
  if (response.status === 401) await onUnauthorized();
  if (!response.ok) throw toHttpError(response, await response.json().catch(() => null));
  return response;
}

async function call<Data>(request: HttpCall): Promise<HttpResponse<Data>> {
  const response = await send(request);
  const body = await response.json().catch(() => null);
  return { data: body, headers: Object.fromEntries(response.headers) };
}

function toHttpError({ status, statusText }: Response, body: unknown): HttpError {
  const error = new HttpError({ status, statusText, body });
  offerFreshSession(error);
  explainDemo(error.code);
  return error;
}

/** Sends JSON requests to the server with the session cookie. Each method throws an HttpError. */
export const http = {
  send,
  get: <Data>(url: string, options?: HttpOptions) => call<Data>({ method: 'GET', url, ...options }),
  post: <Data>(url: string, data: unknown = {}, options?: HttpOptions) =>
    call<Data>({ method: 'POST', url, data, ...options }),
  patch: <Data>(url: string, data: unknown, options?: HttpOptions) =>
    call<Data>({ method: 'PATCH', url, data, ...options }),
  put: <Data>(url: string, data: unknown, options?: HttpOptions) =>
    call<Data>({ method: 'PUT', url, data, ...options }),
  delete: <Data>(url: string, options?: HttpOptions) => call<Data>({ method: 'DELETE', url, ...options }),
};

/**
 * Fetches the data of a page. Retries up to three times after network or server errors. Throws an HttpError.
 */
export function read<Data>(url: string, options?: HttpOptions): Promise<HttpResponse<Data>> {
  return retry(() => http.get<Data>(url, options), {
    times: 3,
    firstDelay: 1000,
    longestDelay: 30_000,
    worthwhile: (error) => error instanceof HttpError && (error.status === 0 || error.status >= 500),
  });
}
