import { type AppRouter, initClient } from '@ts-rest/core';

/** The base URL of the API, and what the client sends with every call. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly headers?: Record<string, string>;
  /**
   * An API key to authenticate with. The client then sends no cookies, because the server accepts only one of
   * the two.
   */
  readonly apiKey?: string;
}

/** Creates a typed client for some routes. A browser sends the session cookie automatically. */
export const createClientOf = <R extends AppRouter>(
  routes: R,
  { baseUrl, headers = {}, apiKey }: ClientOptions,
) =>
  initClient(routes, {
    baseUrl,
    baseHeaders: { ...headers, ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    credentials: apiKey === undefined ? 'include' : 'omit',
    throwOnUnknownStatus: false,
  });
