import { currentSession, refreshSession } from '../auth/session.ts';
import { blockedByDemo } from '../session/demo.ts';
import { offerFreshSession } from '../session/fresh-session.ts';
import { HttpError } from './http-error.ts';
import { retry } from './retry.ts';

export interface HttpResponse<Data> {
  data: Data;
  /** Header names are lower-case, as Refine's simple-rest provider expects. */
  headers: Record<string, string>;
}

export interface HttpOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface HttpCall extends HttpOptions {
  method: string;
  url: string;
  data?: unknown;
}

async function call<Data>({ method, url, data, headers, signal }: HttpCall): Promise<HttpResponse<Data>> {
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
  const body = await response.json().catch(() => null);
  if (response.status === 401 && currentSession()) await sessionEnded();
  if (!response.ok) throw toHttpError(response, body);
  return { data: body, headers: Object.fromEntries(response.headers) };
}

function toHttpError({ status, statusText }: Response, body: unknown): HttpError {
  const error = new HttpError({ status, statusText, body });
  offerFreshSession(error);
  return error;
}

/**
 * The session was revoked or has expired: pages that require one redirect to the login page by themselves.
 */
const sessionEnded = () => refreshSession().catch(() => {});

/** Sends JSON requests to our server with the session cookie. Each method throws an HttpError. */
export const http = {
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
