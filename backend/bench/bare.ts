import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { POOL_SIZE } from '#backend/database/connection.ts';

/**
 * A baseline server that does the minimum for the same responses: node:http, pg, a lookup of the session row,
 * and prepared statements for the page, the count, one record and a new one. No rights, validation or
 * history.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });

const BOOK = `select b.id, b.title, b.author, b.genre_id, g.name as genre, b.publisher, b.created_at, b.updated_at
  from books b join genres g on g.id = b.genre_id`;
const STATEMENTS = {
  session:
    'select u.id, u.role from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()',
  page: `${BOOK} order by b.title_folded, b.id limit 20`,
  count: 'select count(*) from books',
  one: `${BOOK} where b.id = $1`,
  add: `insert into books (id, title, author, genre_id, publisher, created_at, updated_at)
    values ($1, $2, $3, $4, $5, now(), now()) returning *`,
} as const;

const run = (name: keyof typeof STATEMENTS, values: unknown[] = []) =>
  pool.query({ name, text: STATEMENTS[name], values });

async function respond(request: IncomingMessage): Promise<{ body: unknown; total?: string }> {
  const cookie = decodeURIComponent(/session_token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  const session = await run('session', [cookie.split('.')[0]]);
  if (session.rows.length === 0) return { body: null };
  if (request.method === 'POST') {
    const { title, author, genre, publisher } = (await json(request)) as Record<string, string>;
    return { body: (await run('add', [randomUUID(), title, author, genre, publisher])).rows[0] };
  }
  const id = /^\/api\/books\/([\w-]+)/.exec(request.url ?? '')?.[1];
  if (id) return { body: (await run('one', [id])).rows[0] };
  const [page, count] = await Promise.all([run('page'), run('count')]);
  return { body: page.rows, total: count.rows[0].count };
}

const server = createServer(async (request, response) => {
  // The load test stops in the middle of requests.
  const given = await respond(request).catch(() => undefined);
  if (!given) {
    response.destroy();
    return;
  }
  const { body, total } = given;
  response.writeHead(body ? 200 : 401, {
    'content-type': 'application/json',
    ...(total && { 'x-total-count': total }),
  });
  response.end(JSON.stringify(body));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
