import autocannon from 'autocannon';
import type { BenchData } from './data.ts';

const CONNECTIONS = 50;

/** The measured kinds of requests and their printed labels. */
export const REQUEST_KINDS = ['list', 'read', 'create', 'mixed'] as const;
/** A measured kind of request. */
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** In mixed load, this many lists come between two creates. */
const LISTS_PER_CREATE = 19;

let books = 0;

const requestsOf = ({ genre, ids }: BenchData, origin: string) => {
  const list = { path: '/api/books?_start=0&_end=20&_sort=title&_order=asc' };
  const create = {
    method: 'POST',
    path: '/api/books',
    headers: { 'content-type': 'application/json', origin },
    setupRequest: (request: object) => ({
      ...request,
      body: JSON.stringify({ title: `New book ${++books}`, author: 'Bench', genre, publisher: 'None' }),
    }),
  };
  return {
    list: [list],
    read: ids.map((id) => ({ path: `/api/books/${id}` })),
    create: [create],
    mixed: [...Array.from({ length: LISTS_PER_CREATE }, () => list), create],
  };
};

/**
 * Sends one kind of request over fifty connections for some seconds.
 *
 * @returns the completed requests, in all and per second.
 * @throws when a request fails: an error response is quick and would look like speed.
 */
export async function measure(
  kind: RequestKind,
  { port, seconds, data }: { port: number; seconds: number; data: BenchData },
): Promise<{ requests: number; speed: number }> {
  const url = `http://127.0.0.1:${port}`;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { cookie: data.cookie },
    requests: requestsOf(data, url)[kind],
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${kind} on port ${port}: ${result.non2xx} refused, ${result.errors} failed.`);
  return { requests: result['2xx'], speed: result['2xx'] / result.duration };
}
