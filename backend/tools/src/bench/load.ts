import { randomUUID } from 'node:crypto';
import autocannon, { type Request, type Result } from 'autocannon';
import type { BenchData } from './data.ts';

const CONNECTIONS = 50;

/** In mixed load, this many lists come between two creates. */
const LISTS_PER_CREATE = 19;
/** The number of records that one run deletes, about as many as others write. It stops after the last. */
export const DELETIONS = 9_000;
/** Rare and frequent terms, of one word and of two, with case and accents to fold. */
const TERMS = [
  'river 12',
  'Été',
  'author 77',
  'winter',
  'letters 9',
  'no such book',
  'publisher 42',
  'رحلة 1',
];

/** The data of one run's requests. */
interface Run {
  readonly data: BenchData;
  readonly origin: string;
  /** The ids of records to delete. */
  readonly disposable: readonly string[];
}

let books = 0;

const LIST = { path: '/api/books?_start=0&_end=20&_sort=title&_order=asc' };

/** A measured kind of request. */
interface Kind {
  /** The required share of the bare server's speed. */
  readonly required: number;
  readonly requests: (run: Run) => readonly Request[] | Promise<readonly Request[]>;
  /** Whether it writes: the database is cleaned up afterwards. */
  readonly writes?: boolean;
  /** Whether it needs records to delete. */
  readonly deletes?: boolean;
  /** Whether it is for a server whose books have hooks, and other records that are deleted with them. */
  readonly hooked?: boolean;
}

const creations = (run: Run) => [create(run)];
const keyedCreations = (run: Run) => [create(run, () => ({ 'idempotency-key': randomUUID() }))];
const deletions = (run: Run) => [deletion(run)];

/** The measured kinds of requests by their printed labels. */
const requestKinds = {
  list: { required: 0.6, requests: () => [LIST] },
  read: { required: 0.4, requests: ({ data }) => data.ids.map((id) => ({ path: `/api/books/${id}` })) },
  search: {
    required: 0.6,
    requests: () =>
      TERMS.map((term) => ({ path: `/api/books?_start=0&_end=20&q=${encodeURIComponent(term)}` })),
  },
  filter: {
    required: 0.3,
    requests: ({ data }) => [{ path: `/api/books?_start=0&_end=20&genre=${data.genre}` }],
  },
  create: { required: 0.5, requests: creations, writes: true },
  'create with a key': { required: 0.52, requests: keyedCreations, writes: true },
  update: { required: 0.48, requests: updates, writes: true },
  delete: { required: 0.4, requests: deletions, writes: true, deletes: true },
  'create with hooks': { required: 0.3, requests: creations, writes: true, hooked: true },
  'update with hooks': { required: 0.3, requests: updates, writes: true, hooked: true },
  'delete with hooks': { required: 0.2, requests: deletions, writes: true, deletes: true, hooked: true },
  mixed: {
    required: 0.5,
    requests: (run) => [...Array.from({ length: LISTS_PER_CREATE }, () => LIST), create(run)],
    writes: true,
  },
} as const satisfies Record<string, Kind>;
/** The label of a kind of request. */
export type RequestKind = keyof typeof requestKinds;
/** The kinds of requests by label. */
export const KINDS: Readonly<Record<RequestKind, Kind>> = requestKinds;

const writeHeaders = (origin: string) => ({ 'content-type': 'application/json', origin });

function create({ data: { genre }, origin }: Run, more: () => Record<string, string> = () => ({})): Request {
  return {
    method: 'POST',
    path: '/api/books',
    headers: writeHeaders(origin),
    setupRequest: (request) => ({
      ...request,
      headers: { ...request.headers, ...more() },
      body: JSON.stringify({ title: `New book ${++books}`, author: 'Bench', genre, publisher: 'None' }),
    }),
  };
}

function deletion({ origin, disposable }: Run): Request {
  const ids = [...disposable];
  const setupRequest = (request: Request) => ({ ...request, path: `/api/books/${ids.pop()}` });
  return { method: 'DELETE', path: '/api/books/', headers: { origin }, setupRequest };
}

/** Changes idle records, each with the ETag of its last change's response. */
async function updates({ data, origin }: Run): Promise<readonly Request[]> {
  const readEtag = async (id: string) => {
    const { headers } = await fetch(`${origin}/api/books/${id}`, { headers: { cookie: data.cookie } });
    return { id, etag: headers.get('etag') ?? '' };
  };
  const free = await Promise.all(data.ids.map(readEtag));
  return [
    {
      method: 'PATCH',
      path: '/api/books/',
      headers: writeHeaders(origin),
      setupRequest: (request) => {
        const { id, etag } = free.shift()!;
        return {
          ...request,
          path: `/api/books/${id}`,
          headers: { ...request.headers, 'if-match': etag },
          body: JSON.stringify({ publisher: `Publisher ${++books}` }),
        };
      },
      onResponse: (status, body, _context, headers) => {
        if (status !== 200) return;
        free.push({ id: JSON.parse(body).id, etag: headers.etag ?? headers.ETag ?? '' });
      },
    },
  ];
}

/**
 * Sends one kind of request over fifty connections for some seconds; calls `onStart` once their data is read.
 * @returns the completed requests, in total and per second.
 * @throws if a request fails: a fast error response would count as speed.
 */
export async function measure(
  kind: RequestKind,
  {
    port,
    seconds,
    onStart,
    ...run
  }: { port: number; seconds: number; onStart: () => void } & Omit<Run, 'origin'>,
): Promise<{ requests: number; speed: number }> {
  const url = `http://127.0.0.1:${port}`;
  const requests = await KINDS[kind].requests({ ...run, origin: url });
  onStart();
  const result: Result = await autocannon({
    url,
    connections: CONNECTIONS,
    ...(KINDS[kind].deletes ? { amount: run.disposable.length } : { duration: seconds }),
    headers: { cookie: run.data.cookie },
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${kind} on port ${port}: ${result.non2xx} refused, ${result.errors} failed.`);
  return { requests: result['2xx'], speed: result['2xx'] / result.duration };
}
