import { randomUUID } from 'node:crypto';
import autocannon, { type Request, type Result } from 'autocannon';
import type { BenchData } from './data.ts';

const CONNECTIONS = 50;

/** The measured kinds of requests and their printed labels. */
export const REQUEST_KINDS = [
  'list',
  'read',
  'search',
  'filter',
  'create',
  'create with a key',
  'update',
  'delete',
  'create with hooks',
  'update with hooks',
  'delete with hooks',
  'mixed',
] as const;
/** A measured kind of request. */
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The kinds that write: each is followed by a cleanup of the database. */
export const WRITES: ReadonlySet<RequestKind> = new Set([
  'create',
  'create with a key',
  'update',
  'delete',
  'create with hooks',
  'update with hooks',
  'delete with hooks',
  'mixed',
]);

/** The kinds that delete: they need records to delete. */
export const DELETES: ReadonlySet<RequestKind> = new Set(['delete', 'delete with hooks']);

/** The kinds for a server whose books have hooks, and other records that are deleted with them. */
export const HOOKED: ReadonlySet<RequestKind> = new Set([
  'create with hooks',
  'update with hooks',
  'delete with hooks',
]);

/** In mixed load, this many lists come between two creates. */
const LISTS_PER_CREATE = 19;
/** The number of records that one run deletes, about as many as other runs write. It stops after the last one. */
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

const requestsOf: Record<RequestKind, (run: Run) => readonly Request[] | Promise<readonly Request[]>> = {
  list: () => [LIST],
  read: ({ data }) => data.ids.map((id) => ({ path: `/api/books/${id}` })),
  search: () => TERMS.map((term) => ({ path: `/api/books?_start=0&_end=20&q=${encodeURIComponent(term)}` })),
  filter: ({ data }) => [{ path: `/api/books?_start=0&_end=20&genre=${data.genre}` }],
  create: (run) => [create(run)],
  'create with a key': (run) => [create(run, () => ({ 'idempotency-key': randomUUID() }))],
  update: (run) => updates(run),
  delete: (run) => [deletion(run)],
  'create with hooks': (run) => [create(run)],
  'update with hooks': (run) => updates(run),
  'delete with hooks': (run) => [deletion(run)],
  mixed: (run) => [...Array.from({ length: LISTS_PER_CREATE }, () => LIST), create(run)],
};

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
 * Sends one kind of request over fifty connections for some seconds; calls `onStart` when their data has been
 * read.
 *
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
  const requests = await requestsOf[kind]({ ...run, origin: url });
  onStart();
  const result: Result = await autocannon({
    url,
    connections: CONNECTIONS,
    ...(DELETES.has(kind) ? { amount: run.disposable.length } : { duration: seconds }),
    headers: { cookie: run.data.cookie },
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${kind} on port ${port}: ${result.non2xx} refused, ${result.errors} failed.`);
  return { requests: result['2xx'], speed: result['2xx'] / result.duration };
}
