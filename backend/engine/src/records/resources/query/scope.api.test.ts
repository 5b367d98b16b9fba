import { routesOfAll } from '@bindery/contract/records/resources/routes.ts';
import { defineResources, integer, reference, references, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import type { HttpClient, TestResponse } from '#backend/testing/browser.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

const all = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  genres: { fields: { name: text({ required: true, search: true }) }, label: 'name', rights: { admin: all } },
  books: {
    archive: true,
    fields: {
      title: text({ required: true, unique: true, search: true }),
      pages: integer(),
      genre: reference('genres'),
    },
    label: 'title',
    sort: 'title',
    // The right to delete includes the archive.
    rights: { admin: ['read', 'create', 'update'] },
  },
  loans: {
    fields: { note: text({ search: true }), book: reference('books'), books: references('books') },
    rights: { admin: all },
  },
  notes: {
    archive: true,
    fields: { book: reference('books', { onDelete: 'cascade' }) },
    rights: { admin: ['read', 'create', 'update'] },
  },
  users: {
    managedBy: 'auth',
    fields: { email: text({ required: true, unique: true, search: true }) },
    label: 'email',
    rights: { admin: all },
  },
});

const HIDDEN = newId();
const ENTRY = newId();
const TITLE = 'Weep Not, Child';

let server: TestServer;
let admin: HttpClient;
let imports: ImportFixture;
/** A visible record that the hidden one refers to. */
let genre: string;

const run = (sql: string, ...parameters: unknown[]) => server.database.execute({ sql, parameters });
const make = async (resource: string, json: object): Promise<string> => {
  const { status, body } = await admin.call(`/api/${resource}`, { json });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
};

beforeAll(async () => {
  server = await startServer({}, resources);
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
  imports = new ImportFixture(server.url, admin);
  genre = await make('genres', { name: 'Novel' });
  await make('books', { title: 'A Grain of Wheat', pages: 280, genre });
  await make('books', { title: 'Zarathustra' });
});
afterAll(() => server?.close());

const get = (path: string) => async () => admin.call(path);
const file = (path: string) => async () => {
  const answer = await admin.fetch(path);
  const { status, headers } = answer;
  return { status, headers, body: await answer.text() };
};
const exported = (select: object) => async () => {
  const json = { select, _fields: ['title'] };
  const answer = await admin.fetch('/api/books/export', { json });
  const body = (await answer.text()).replace(/"requestId":"[^"]+"/, '');
  return { status: answer.status, headers: answer.headers, body };
};
const send = (method: string, path: string, json?: object) => async () =>
  admin.call(path, { method, ...(json && { json }) });

/** Imports nothing: only the findings of the dry run. */
const dryRun = (resource: string, file: string, matchBy: string | null) => async () => {
  const { id, created, updated, invalid } = await imports.check(resource, { file, matchBy });
  return { created, updated, invalid, rows: await imports.invalidRows(id) };
};

const query = (filter: string) => ({ select: { query: filter, count: 1 } });
const ids = { select: { ids: [HIDDEN] } };

/**
 * The requests to each endpoint of the hidden record's resource. A record is created first and removed again,
 * which invalidates the cached counts.
 */
const probes: Record<string, (() => Promise<unknown>)[]> = {
  create: [
    async () => {
      const answer = await admin.call('/api/books', { json: { title: TITLE } });
      if (answer.status === 201) await run('delete from books where id = $1', answer.body.id);
      await run('delete from history where record_id = $1', answer.body.id ?? newId());
      return { status: answer.status, errors: answer.body.errors };
    },
  ],
  list: [
    get('/api/books'),
    get('/api/books?q=weep'),
    get(`/api/books?title=${encodeURIComponent(TITLE)}`),
    get('/api/books?title_like=child'),
    get('/api/books?pages=777'),
    get('/api/books?pages_gte=300'),
    async () => get(`/api/books?genre=${genre}`)(),
    get('/api/books?_sort=pages&_order=desc&_end=1'),
    get('/api/books?_sort=genre,title&_end=1'),
    get(`/api/books?id=${HIDDEN}`),
    get('/api/books?archived=true'),
    async () => {
      const { headers } = await admin.call('/api/books?_end=1');
      return admin.call(`/api/books?_end=1&_after=${headers.get('x-next-cursor')}`);
    },
  ],
  export: [file('/api/books/export'), file('/api/books/export?q=weep')],
  exportSelected: [
    exported({ ids: [HIDDEN] }),
    exported({ query: 'q=weep', count: 1 }),
    exported({ query: '', count: 2 }),
  ],
  read: [get(`/api/books/${HIDDEN}`), get(`/api/books/${HIDDEN}?archived=true`)],
  related: [get(`/api/books/${HIDDEN}/related`), async () => get(`/api/genres/${genre}/related`)()],
  deletion: [get(`/api/books/${HIDDEN}/deletion`)],
  history: [
    get(`/api/books/${HIDDEN}/history`),
    get('/api/history?resource=books'),
    get(`/api/history?record=${HIDDEN}`),
    file('/api/history/export'),
    get('/api/dashboard'),
  ],
  bulkDeletion: [send('POST', '/api/books/bulk/deletion', ids)],
  import: [
    dryRun('books', `id,pages\n${HIDDEN},3`, 'id'),
    dryRun('books', `title,pages\n"${TITLE}",3`, 'books_title_folded_unique_live'),
    dryRun('books', `title,pages\n"${TITLE}",3`, null),
    dryRun('loans', `note,book\nlent,"${TITLE}"`, null),
    dryRun('loans', `note,book.id\nlent,${HIDDEN}`, null),
    dryRun('loans', `note,books\nlent,"Zarathustra; ${TITLE}"`, null),
    dryRun('loans', `note,books.id\nlent,${HIDDEN}`, null),
  ],
  update: [
    send('PATCH', `/api/books/${HIDDEN}`, { pages: 1 }),
    send('POST', '/api/loans', { book: HIDDEN }),
    send('POST', '/api/loans', { books: [HIDDEN] }),
    ...[{ book: HIDDEN }, { books: [HIDDEN] }].map((json) => async () => {
      const loan = await make('loans', {});
      const answer = await admin.call(`/api/loans/${loan}`, { method: 'PATCH', json });
      const select = { ids: [loan] };
      const bulk = await admin.call('/api/loans/bulk', { json: { select, action: 'update', values: json } });
      await run('delete from loans');
      await run("delete from history where resource = 'loans'");
      // A bulk write names the record that it cannot change, which is a different one each time.
      const body = JSON.parse(JSON.stringify(bulk.body).replaceAll(loan, 'the loan'));
      return [answer, { ...bulk, body }];
    }),
  ],
  restore: [send('POST', `/api/books/${HIDDEN}/restore`)],
  replace: [send('PUT', `/api/books/${HIDDEN}`, { title: 'Changed' })],
  undo: [send('POST', `/api/books/${HIDDEN}/history/${ENTRY}/undo`)],
  bulk: [
    send('POST', '/api/books/bulk', { ...query('pages_gte=700'), action: 'update', values: { pages: 2 } }),
    send('POST', '/api/books/bulk', { ...query('q=weep'), action: 'delete' }),
    send('POST', '/api/books/bulk', { ...ids, action: 'update', values: { pages: 2 } }),
    send('POST', '/api/books/bulk', { ...ids, action: 'delete' }),
  ],
  delete: [send('DELETE', `/api/books/${HIDDEN}`)],
};

/** Returns a response as text, without the parts that differ from call to call. */
const textOf = (answer: unknown): string => {
  const { status, body, headers } = answer as Partial<TestResponse>;
  const counts = ['x-total-count', 'x-next-cursor', 'x-total-exact'].map((name) => headers?.get(name));
  return JSON.stringify(
    Array.isArray(answer) ? answer.map(textOf) : headers ? { status, body, counts } : answer,
  )
    .replaceAll(/"requestId":"[^"]+"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
};

/** Sends all requests, each time for the same records. */
const answers = async (prepare: () => Promise<void> = async () => {}) => {
  const found: [string, string][] = [];
  for (const [endpoint, calls] of Object.entries(probes))
    for (const [index, call] of calls.entries()) {
      await prepare();
      found.push([`${endpoint} ${index}`, textOf(await call())]);
    }
  return found;
};

/** Inserts the hidden record, or resets it, with one that is deleted along with it. */
const put = async ({ archivedAt }: { archivedAt: Date | null }) => {
  await run(
    `insert into books (id, title, pages, genre_id, created_at, updated_at, archived_at)
     values ($1, $2, 777, $3, now(), now(), $4)
     on conflict (id) do update set title = $2, pages = 777, genre_id = $3, archived_at = $4`,
    HIDDEN,
    TITLE,
    genre,
    archivedAt,
  );
  await run(
    `insert into notes (id, book_id, created_at, updated_at, archived_at) values ($1, $1, now(), now(), $2)
     on conflict (id) do update set archived_at = $2`,
    HIDDEN,
    archivedAt,
  );
};

describe('a record outside of the scope', () => {
  it('is requested from every endpoint of its resource', () => {
    expect(Object.keys(probes).sort()).toEqual(Object.keys(routesOfAll(resources).books).sort());
  });

  it('leaves no trace in any response, and would otherwise be in each', { timeout: 240_000 }, async () => {
    const without = await answers();
    await put({ archivedAt: new Date() });
    const user = "(select id from users where email = 'admin@example.com')";
    for (const [id, action, changes] of [
      [newId(), 'create', { title: { before: null, after: TITLE } }],
      [ENTRY, 'update', { pages: { before: 776, after: 777 } }],
    ])
      await run(
        `insert into history (id, resource, record_id, action, actor_id, at, changes)
         values ($1, 'books', $2, $3, ${user}, now(), $4)`,
        id,
        HIDDEN,
        action,
        JSON.stringify(changes),
      );
    expect(await answers(() => put({ archivedAt: new Date() }))).toEqual(without);
    const shown = await answers(() => put({ archivedAt: null }));
    const same = shown.filter(([, text], index) => text === without[index]![1]);
    const rejected = ({ 1: text }: [string, string]) => text.startsWith('{"status":403');
    expect(same.filter((answer) => !rejected(answer))).toEqual([]);
  });
});
