import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

/** A request that the pages have made. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  /** The query string with its question mark; empty without one. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A response of the stand-in. Without a status: 200. */
export interface StandInResponse {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (request: StandInRequest) => StandInResponse | Promise<StandInResponse>;

const locales = path.resolve(import.meta.dirname, '../locales');

/**
 * Replaces the server of a component test, instead of `fetch`. Serves the locale files from the disk and
 * everything else from handlers. Without a handler, a request fails as it does without a network.
 */
export class HttpStandIn {
  /** The requests so far, except those for locale files. */
  readonly requests: StandInRequest[] = [];
  readonly #handlers = new Map<string, Handler>();

  /** Replaces the global `fetch`, until `vi.unstubAllGlobals`. */
  install(): void {
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => this.#fetch(String(input), init));
  }

  /** Removes its requests and responses. */
  reset(): void {
    this.requests.length = 0;
    this.#handlers.clear();
  }

  /** Responds to a method and a path, such as `GET /api/users`, from now on. */
  on(request: string, response: StandInResponse | Handler): void {
    this.#handlers.set(request, typeof response === 'function' ? response : () => response);
  }

  /** Makes a request fail as it does without a network. */
  cutOff(request: string): void {
    this.#handlers.delete(request);
  }

  /** Returns the recorded requests of a method. */
  sent(method: string): StandInRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  async #fetch(address: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
    const [, file] = /locales\/(\w+\/\w+\.json)/.exec(address) ?? [];
    if (file) return new Response(readFileSync(path.join(locales, file), 'utf8'));
    const { pathname, search } = new URL(address, 'http://localhost');
    const request = {
      method,
      path: pathname,
      query: search,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    this.requests.push(request);
    const handler = this.#handlers.get(`${method} ${pathname}`);
    if (!handler) throw new TypeError('Failed to fetch');
    const response = await handler(request);
    return Response.json(response.body ?? null, {
      status: response.status ?? 200,
      headers: { ...response.headers },
    });
  }
}
