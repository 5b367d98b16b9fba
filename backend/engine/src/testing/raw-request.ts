import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseJson } from '#backend/kernel/http/parse.ts';

interface RawCall {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly json?: object;
  /** Sent unchanged: in chunks, unless the headers have its length. */
  readonly body?: Buffer | undefined;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body itself
  readonly body: any;
}

/** Sends a request as given: `fetch` would change its path and Host. A non-JSON body is undefined. */
export function raw(
  url: string,
  { path, headers, json, body, method = json || body ? 'POST' : 'GET' }: RawCall,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = {
      hostname,
      port,
      path,
      method,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(body && !headers?.['content-length'] && { 'transfer-encoding': 'chunked' }),
        ...headers,
      },
    };
    request(call, (response) => {
      const { statusCode: status = 0, headers } = response;
      const answered = (all: string) =>
        resolve({
          status,
          headers,
          text: all,
          get body() {
            return parseJson(all);
          },
        });
      text(response).then(answered, reject);
    })
      .on('error', reject)
      .end(body ?? (json && JSON.stringify(json)));
  });
}
