/*
 * The code of the published client. It imports nothing, so that the package has no dependencies: ts-rest's own client
 * brings a copy of zod along (docs/decisions/client-package.md).
 */

/** Method and path of a route below its resource: `GET /:id`; with the content type of a body that is no JSON. */
type Route = string;

/** The endpoints by group: the path that they share, and their routes by name. */
export type Endpoints = Readonly<
  Record<string, readonly [path: string, routes: Readonly<Record<string, Route>>]>
>;

type HeaderValues = Readonly<Record<string, string | undefined>>;

/** How a client reaches the API; the types of the package document each option. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>);
  readonly fetch?: typeof fetch;
  readonly credentials?: 'include' | 'omit' | 'same-origin';
}

type QueryValue = string | number | boolean | undefined | null;

/** A call of an endpoint. */
export interface CallRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly body?: unknown;
  readonly headers?: HeaderValues;
  readonly signal?: AbortSignal;
}

/** An answer of the API, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

type Call = (request?: CallRequest) => Promise<Answer>;

/** Creates a client: a function for each endpoint, by group and name. Only a failed connection rejects. */
export function createClientOf(
  endpoints: Endpoints,
  options: ClientOptions,
): Record<string, Record<string, Call>> {
  const mapValues = <V, R>(values: Readonly<Record<string, V>>, to: (value: V) => R): Record<string, R> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
  return mapValues(endpoints, ([path, routes]) =>
    mapValues(routes, (route) => {
      const [method = '', rest = '', type] = route.split(' ');
      return (request = {}) => send({ method, path: path + rest, type }, request, options);
    }),
  );
}

interface Target {
  readonly method: string;
  readonly path: string;
  /** The content type of a body that is sent as it is. */
  readonly type: string | undefined;
}

async function send({ method, path, type }: Target, request: CallRequest, options: ClientOptions) {
  const { baseUrl, apiKey, headers: shared, fetch: send = fetch } = options;
  // The server refuses a call with both a key and a cookie.
  const { credentials = apiKey ? 'omit' : 'include' } = options;
  const { params = {}, query = {}, body, headers: own, signal } = request;
  const url = baseUrl.replace(/\/+$/, '') + fill(path, params) + queryString(query);
  const headers = new Headers(
    type === undefined && body === undefined ? {} : { 'content-type': type ?? JSON_TYPE },
  );
  if (apiKey) headers.set('authorization', `Bearer ${apiKey}`);
  for (const values of [typeof shared === 'function' ? await shared() : shared, own])
    for (const [name, value] of Object.entries(values ?? {}))
      if (value !== undefined) headers.set(name, value);
  const response = await send(url, {
    ...{ method, headers, credentials },
    ...(signal && { signal }),
    ...(body !== undefined && { body: type === undefined ? JSON.stringify(body) : (body as BodyInit) }),
  });
  return { status: response.status, body: await read(response), headers: response.headers };
}

const JSON_TYPE = 'application/json';

/** Puts the parameters into a path. Throws a TypeError for one that leads to another endpoint. */
function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (!value || /^\.\.?$/.test(value)) throw new TypeError(`${path} needs the parameter "${name}"`);
    return encodeURIComponent(value);
  });
}

/** Returns the query string, in which a list is a repeated parameter. */
function queryString(query: NonNullable<CallRequest['query']>): string {
  const parameters = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === undefined || value === null ? [] : [[name, `${value}`]])),
  );
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
}

/** Reads the body of a response by its type: JSON, text, or a Blob; undefined if it is empty. */
async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/[/+]json\b/.test(type)) {
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  }
  if (type.startsWith('text/')) return response.text();
  const blob = await response.blob();
  return blob.size > 0 ? blob : undefined;
}
