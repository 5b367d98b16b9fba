/*
 * The typed client of the API: for pages, for tests and scripts, and for the published package. Types come
 * from the contract. At run time it imports nothing, so that a page loads neither zod nor the routes'
 * schemas, and the package has no dependencies (docs/decisions/one-client.md).
 */
import type { z } from 'zod';
import type { AppRoute, ContractNoBodyType, ContractOtherResponse } from '#contract/records/ts-rest.ts';

/** The method and path of a route, and the content type of a non-JSON body: `POST /api/files text/csv`. */
export type RouteLine = string;

/** The endpoints of a client by group: the path that they share, and their routes below it by name. */
export type RouteTable = Readonly<
  Record<string, readonly [path: string, routes: Readonly<Record<string, RouteLine>>]>
>;

/** Headers of every call; those that are undefined are not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** A request that is ready to be sent. */
export interface ApiCall {
  readonly method: string;
  /** Without the origin. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal;
}

/** Sends a request; calls of the client throw what it throws. */
export type Send = (call: ApiCall) => Promise<Response>;

type QueryValue = string | number | boolean | undefined | null;

/** The arguments of a call to any endpoint. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A response with any status. */
export interface AnyResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** An endpoint of any route. */
export interface AnyEndpoint {
  (request?: AnyRequest): Promise<AnyResponse>;
  url(request?: AnyRequest): string;
}

type PathNames<P extends string> = P extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathNames<`/${Tail}`>
    : Rest
  : never;

type InputOf<S> = S extends z.ZodType<unknown, infer Input> ? Input : never;

type ParamsOf<R extends AppRoute> = [PathNames<R['path']>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathNames<R['path']>, string>> };

type QueryOf<R extends AppRoute> = R extends { readonly query: infer Q }
  ? Partial<Record<never, never>> extends InputOf<Q>
    ? { readonly query?: InputOf<Q> }
    : { readonly query: InputOf<Q> }
  : unknown;

type BodyOf<R extends AppRoute> = R extends { readonly body: infer B }
  ? B extends ContractNoBodyType
    ? unknown
    : unknown extends InputOf<B>
      ? { readonly body?: unknown }
      : { readonly body: InputOf<B> }
  : unknown;

/** The arguments of a call to an endpoint. */
export type RequestOf<R extends AppRoute> = ParamsOf<R> &
  QueryOf<R> &
  BodyOf<R> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

type Received<Response> = Response extends ContractNoBodyType
  ? undefined
  : Response extends ContractOtherResponse<infer Body>
    ? Received<Body>
    : Response extends z.ZodType<infer Output>
      ? Output
      : unknown;

/** The responses that a client returns: all, or only successful ones if it throws for others. */
export type Returned = 'all' | 'successes';

type StatusesOf<R extends AppRoute, A extends Returned> = keyof R['responses'] extends infer Status
  ? Status extends number
    ? A extends 'all'
      ? Status
      : `${Status}` extends `2${string}`
        ? Status
        : never
    : never
  : never;

/** The responses of an endpoint: the status determines the body. */
export type ResponseOf<R extends AppRoute, A extends Returned = 'all'> =
  StatusesOf<R, A> extends infer Status
    ? Status extends keyof R['responses']
      ? {
          readonly status: Status;
          readonly body: Received<R['responses'][Status]>;
          readonly headers: Headers;
        }
      : never
    : never;

/** The arguments of a call: the request may be left out if nothing in it is required. */
type Arguments<Request> =
  Partial<Record<never, never>> extends Request ? [request?: Request] : [request: Request];

/** An endpoint of the API: a function that calls it. */
export interface Endpoint<R extends AppRoute, A extends Returned = 'all'> {
  (...request: Arguments<RequestOf<R>>): Promise<ResponseOf<R, A>>;
  /** Returns the URL of a request, without the origin. */
  url(...request: Arguments<Omit<RequestOf<R>, 'body'>>): string;
}

/** The endpoints of a group of routes. */
export type EndpointsOf<Routes, A extends Returned = 'all'> = {
  readonly [Name in keyof Routes]: Routes[Name] extends AppRoute ? Endpoint<Routes[Name], A> : never;
};

/** The endpoints of a contract by group and name: `client.books.list`. */
export type ClientOf<Routes, A extends Returned = 'all'> = {
  readonly [Group in keyof Routes]: EndpointsOf<Routes[Group], A>;
};

/** How a client reaches the API. */
export interface ClientOptions {
  /** The address of the server: `https://books.example.com`. */
  readonly baseUrl: string;
  /** An API key, whose user makes every call. Cookies are then not sent: the server accepts only one. */
  readonly apiKey?: string;
  /** Headers of every call; a function is called before each. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>);
  /** Sends the requests; by default the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Whether browsers send the cookie of the session; by default `include`, and `omit` with an API key. */
  readonly credentials?: 'include' | 'omit' | 'same-origin';
}

/** Creates a client from a table: functions by group and name. Only an unreachable server throws. */
export const createTableClient = (
  table: RouteTable,
  options: ClientOptions,
): Record<string, Record<string, AnyEndpoint>> =>
  mapValues(table, ([path, routes]) =>
    mapValues(routes, (route) => createEndpoint(below(path, route), (call) => sendTo(options, call))),
  );

/** Returns a route with the common path of its group. */
export const below = (path: string, route: RouteLine): RouteLine => route.replace(' ', ` ${path}`);

const mapValues = <V, R>(values: Readonly<Record<string, V>>, to: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));

async function sendTo(options: ClientOptions, { url, headers: own, ...call }: ApiCall): Promise<Response> {
  const { baseUrl, apiKey, headers: shared, fetch: send = fetch } = options;
  const { credentials = apiKey ? 'omit' : 'include' } = options;
  const headers = new Headers(apiKey ? { authorization: `Bearer ${apiKey}` } : {});
  for (const values of [typeof shared === 'function' ? await shared() : shared, own])
    for (const [name, value] of Object.entries(values ?? {}))
      if (value !== undefined) headers.set(name, value);
  return send(baseUrl.replace(/\/+$/, '') + url, { ...call, headers, credentials });
}

/** Creates the endpoint of a route, which sends its requests with `send`. */
export function createEndpoint(route: RouteLine, send: Send): AnyEndpoint {
  const [method = '', path = '', type] = route.split(' ');
  const url = ({ params = {}, query = {} }: AnyRequest = {}) => fill(path, params) + queryString(query);
  const call = async (request: AnyRequest = {}): Promise<AnyResponse> => {
    const { body, headers, signal } = request;
    const response = await send({
      method,
      url: url(request),
      headers: { ...(body !== undefined && { 'content-type': type ?? 'application/json' }), ...headers },
      ...(body !== undefined && { body: type ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { status: response.status, body: await read(response), headers: response.headers };
  };
  return Object.assign(call, { url });
}

/** Inserts the parameters into a path. Throws a TypeError for one that leads to another endpoint. */
function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (!value || /^\.\.?$/.test(value)) throw new TypeError(`${path} needs the parameter "${name}"`);
    return encodeURIComponent(value);
  });
}

/** Returns the query string, in which a list is a repeated parameter. */
function queryString(query: NonNullable<AnyRequest['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined && value !== null) parameters.append(name, `${value}`);
  const text = `${parameters}`;
  return text && `?${text}`;
}

/** Reads the body of a response by its type: JSON, text, or a Blob; undefined if it is empty. */
async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/[/+]json/.test(type)) return response.json();
  if (/^text/.test(type)) return response.text();
  const blob = await response.blob();
  return blob.size > 0 ? blob : undefined;
}
