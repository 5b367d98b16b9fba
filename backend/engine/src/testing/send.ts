import { Agent, request } from 'node:http';

/** A complete response. */
interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Connections stay open between the requests of a test. */
const agent = new Agent({ keepAlive: true });

/** The headers that `fetch` sends too. */
const OF_FETCH = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
} as const;

/**
 * Sends a request and reads the complete response, like `fetch` without following redirects, which takes four
 * times the CPU time.
 */
export function send(
  url: string | URL,
  {
    method = 'GET',
    headers,
    body,
  }: { method?: string; headers: Readonly<Record<string, string>>; body?: string },
): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const sending = request(url, { method, agent, headers: { ...OF_FETCH, ...headers, ...length } });
  sending.on('error', reject);
  sending.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const received = new Headers();
      const { rawHeaders, statusCode: status = 0 } = response;
      for (let at = 0; at < rawHeaders.length; at += 2) received.append(rawHeaders[at]!, rawHeaders[at + 1]!);
      resolve({ status, headers: received, text: new TextDecoder().decode(Buffer.concat(chunks)) });
    });
  });
  sending.end(body);
  return promise;
}
