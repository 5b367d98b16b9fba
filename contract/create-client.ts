import { type AppRouter, initClient } from '@ts-rest/core';

/** Where the API is, and the headers that go along with every call. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly headers?: Record<string, string>;
}

/** Makes a typed client of some routes. In a browser the session cookie goes along by itself. */
export const createClientOf = <R extends AppRouter>(routes: R, { baseUrl, headers = {} }: ClientOptions) =>
  initClient(routes, {
    baseUrl,
    baseHeaders: headers,
    credentials: 'include',
    throwOnUnknownStatus: false,
  });
