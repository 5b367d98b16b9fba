import { type AppRouter, initClient } from '@ts-rest/core';

/** The base URL of the API, and headers sent with every call. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly headers?: Record<string, string>;
}

/** Creates a typed client for some routes. A browser sends the session cookie automatically. */
export const createClientOf = <R extends AppRouter>(routes: R, { baseUrl, headers = {} }: ClientOptions) =>
  initClient(routes, {
    baseUrl,
    baseHeaders: headers,
    credentials: 'include',
    throwOnUnknownStatus: false,
  });
