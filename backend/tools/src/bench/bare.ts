import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { POOL_SIZE } from '@bindery/backend/database/connection.ts';
import pg from 'pg';

/**
 * A baseline server that does the minimum for the same responses (no rights, validation, history): node:http,
 * pg, a session lookup, and prepared statements for a page, search, filter, counts, a record, its writes.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });

const BOOK = `select b.id, b.title, b.author, b.genre_id, g.name as genre, b.publisher, b.created_at, b.updated_at
  from books b join genres g on g.id = b.genre_id`;
const PAGE = 'order by b.title_folded, b.id limit 20';
const NEW = `insert into books (id, title, author, genre_id, publisher, created_at, updated_at)
  values ($1, $2, $3, $4, $5, now(), now()) returning *`;
const STATEMENTS = {
  session:
    'select u.id, u.role from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()',
  page: `${BOOK} ${PAGE}`,
  count: 'select count(*) from books',
  ofGenre: `${BOOK} where b.genre_id = $1 ${PAGE}`,
  countOfGenre: 'select count(*) from books b where b.genre_id = $1',
  one: `${BOOK} where b.id = $1`,
  add: NEW,
  addOnce: `with added as (${NEW}), key as (insert into bare_keys (id, answer) select $6, to_jsonb(added) from added)
    select * from added`,
  change: `update books set publisher = $2, updated_at = clock_timestamp()
    where id = $1 and updated_at = $3 returning *`,
  remove: 'delete from books where id = $1',
} as const;

const run = (name: keyof typeof STATEMENTS, values: unknown[] = []) =>
  pool.query({ name, text: STATEMENTS[name], values });

/** Searches titles and authors: frequent and rare words need different plans, so nothing is prepared. */
async function search(words: readonly string[]) {
  const where = words
    .map((_, index) => `'%' || fold($${index + 1}) || '%'`)
    .map((pattern) => `(b.title_folded like ${pattern} or b.author_folded like ${pattern})`)
    .join(' and ');
  const values = [...words];
  return Promise.all([
    pool.query({ text: `${BOOK} where ${where} ${PAGE}`, values }),
    pool.query({ text: `select count(*) from books b where ${where}`, values }),
  ]);
}

interface Answer {
  readonly body?: unknown;
  readonly status?: number;
  readonly total?: string;
  readonly etag?: string;
}

async function list(query: URLSearchParams): Promise<Answer> {
  const [q, genre] = [query.get('q'), query.get('genre')];
  const [page, count] = q
    ? await search(q.split(' '))
    : await Promise.all([
        genre ? run('ofGenre', [genre]) : run('page'),
        genre ? run('countOfGenre', [genre]) : run('count'),
      ]);
  return { body: page.rows, total: count.rows[0].count };
}

const one = (row: { updated_at: Date }): Answer => ({ body: row, etag: `"${row.updated_at.getTime()}"` });

async function write(request: IncomingMessage, id: string | undefined): Promise<Answer> {
  if (request.method === 'DELETE') {
    await run('remove', [id]);
    return { status: 204 };
  }
  const { title, author, genre, publisher } = (await json(request)) as Record<string, string>;
  const { 'if-match': etag, 'idempotency-key': key } = request.headers;
  if (request.method === 'PATCH') {
    const { rows } = await run('change', [id, publisher, new Date(Number(etag?.slice(1, -1)))]);
    return rows.length > 0 ? one(rows[0]) : { status: 412 };
  }
  const values = [randomUUID(), title, author, genre, publisher];
  const { rows } = await (key ? run('addOnce', [...values, key]) : run('add', values));
  return { ...one(rows[0]), status: 201 };
}

async function respond(request: IncomingMessage): Promise<Answer> {
  const cookie = decodeURIComponent(/session_token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  const session = await run('session', [cookie.split('.')[0]]);
  if (session.rows.length === 0) return { status: 401 };
  const url = new URL(request.url ?? '/', 'http://bare');
  const id = /^\/api\/books\/([\w-]+)/.exec(url.pathname)?.[1];
  if (request.method !== 'GET') return write(request, id);
  return id ? one((await run('one', [id])).rows[0]) : list(url.searchParams);
}

const server = createServer(async (request, response) => {
  // The load test stops in the middle of requests.
  const answer = await respond(request).catch(() => undefined);
  if (!answer) {
    response.destroy();
    return;
  }
  const { body, total, etag, status = 200 } = answer;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(total && { 'x-total-count': total }),
    ...(etag && { etag }),
  });
  response.end(body && JSON.stringify(body));
});
await pool.query('create table if not exists bare_keys (id text primary key, answer jsonb)');
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
