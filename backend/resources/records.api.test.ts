import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { seed } from '#backend/database/seed.ts';
import type { Browser } from '#backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import resources from '#resources.config';

let server: TestServer;
let admin: Browser;
let reader: Browser;
let genres: { id: string; name: string }[];
let count = 0;

beforeAll(async () => {
  server = await startServer();
  await seed(server.database, resources);
  admin = server.browser();
  await admin.signIn(ADMIN);
  reader = server.browser();
  await reader.signIn('reader@example.com');
  genres = (await call('GET', '/api/genres')).body;
});

afterAll(() => server?.close());

interface Options {
  readonly as?: Browser;
  readonly headers?: Record<string, string>;
}

async function call(
  method: string,
  path: string,
  json?: unknown,
  { as = admin, headers = {} }: Options = {},
) {
  const answer = await as.fetch(path, { method, headers, ...(json !== undefined && { json }) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}

const draft = () => ({ title: `Draft ${++count}`, author: 'Nobody', genre: genres[0]!.id });
const made = async (values: object = {}) =>
  (await call('POST', '/api/books', { ...draft(), ...values })).body;

describe('a list', () => {
  it('gives twenty records in the order of the entry, with their number in all and a cursor', async () => {
    const { status, body, headers } = await call('GET', '/api/books', undefined, { as: reader });
    expect(status).toBe(200);
    expect(body).toHaveLength(20);
    expect(headers.get('x-total-count')).toBe('100');
    expect(headers.get('x-total-exact')).toBeNull();
    expect(headers.get('x-next-cursor')).toBeTruthy();
    expect(headers.get('cache-control')).toContain('private');
  });

  it('brings the label of a reference along', async () => {
    const { body } = await call('GET', '/api/books?q=dune');
    expect(body[0].genre).toEqual({ id: expect.any(String), label: 'Science fiction' });
  });

  it('goes on by position or by cursor, to the same end', async () => {
    const first = await call('GET', '/api/books?_start=0&_end=40&_sort=author&_order=desc');
    const cursor = first.headers.get('x-next-cursor')!;
    const byCursor = await call('GET', `/api/books?_end=40&_sort=author&_order=desc&_after=${cursor}`);
    const byPosition = await call('GET', '/api/books?_start=40&_end=80&_sort=author&_order=desc');
    expect(byCursor.body).toEqual(byPosition.body);
    expect(byCursor.body).toHaveLength(40);
  });

  it('counts what a filter leaves', async () => {
    const fiction = genres.find(({ name }) => name === 'Science fiction')!;
    const { body, headers } = await call('GET', `/api/books?genre=${fiction.id}&_end=2`);
    expect(body).toHaveLength(2);
    expect(headers.get('x-total-count')).toBe('9');
  });

  it('counts what was written since', async () => {
    const before = Number((await call('GET', '/api/books')).headers.get('x-total-count'));
    const { id } = await made();
    expect((await call('GET', '/api/books')).headers.get('x-total-count')).toBe(String(before + 1));
    await call('DELETE', `/api/books/${id}`);
    expect((await call('GET', '/api/books')).headers.get('x-total-count')).toBe(String(before));
  });

  it('is empty beyond its end, and still says how many there are', async () => {
    const { body, headers } = await call('GET', '/api/books?_start=500&_end=520&q=dune');
    expect(body).toEqual([]);
    expect(headers.get('x-total-count')).toBe('1');
    expect(headers.get('x-next-cursor')).toBeNull();
  });

  it.each([
    ['an unknown parameter', '?colour=red', 'colour'],
    ['an unknown operator', '?title_gte=a', 'title_gte'],
    ['a field without an index', '?publisher=Knopf', 'publisher'],
    ['an unknown order', '?_sort=publisher', '_sort'],
    ['an unknown direction', '?_sort=title&_order=up', '_order'],
    ['more than a hundred at once', '?_start=0&_end=101', '_end'],
    ['a cursor of its own making', '?_after=abc', '_after'],
    ['an id that is none', '?id=1', 'id'],
    ['a reference that is no id', '?genre=fiction', 'genre'],
  ])('refuses %s by its name', async (_, query, name) => {
    const { status, body } = await call('GET', `/api/books${query}`);
    expect({ status, code: body.code, names: Object.keys(body.errors) }).toEqual({
      status: 400,
      code: 'INVALID',
      names: [name],
    });
  });

  it('refuses a search term that PostgreSQL cannot read', async () => {
    expect((await call('GET', '/api/books?q=%00')).status).toBe(400);
  });
});

describe('a record', () => {
  it('is created with its address, its ETag and its line of history', async () => {
    const { status, body, headers } = await call('POST', '/api/books', {
      title: '  Kusadikika  ',
      author: 'Somebody else',
      genre: genres[1]!.id,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Kusadikika', publisher: null, genre: { label: genres[1]!.name } });
    expect(headers.get('location')).toBe(`/api/books/${body.id}`);
    const again = await call('GET', `/api/books/${body.id}`);
    expect(again.body).toEqual(body);
    expect(again.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('that has not changed is not sent again', async () => {
    const { id } = await made();
    const etag = (await call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const ask = (header: string) =>
      call('GET', `/api/books/${id}`, undefined, { headers: { 'if-none-match': header } });
    expect(await ask(etag)).toMatchObject({ status: 304, body: undefined });
    expect((await ask('"other"')).status).toBe(200);
    await call('PATCH', `/api/books/${id}`, { publisher: 'Changed' });
    expect((await ask(etag)).status).toBe(200);
  });

  it('is changed in the fields that are sent, and in no other', async () => {
    const before = await made({ publisher: 'Before' });
    const { status, body } = await call('PATCH', `/api/books/${before.id}`, { author: 'After' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, author: 'After', updatedAt: body.updatedAt });
    expect(body.updatedAt > before.updatedAt).toBe(true);
  });

  it('stays as it is after a change that changes nothing', async () => {
    const before = await made();
    const { body } = await call('PATCH', `/api/books/${before.id}`, {
      title: before.title,
      genre: before.genre.id,
    });
    expect(body).toEqual(before);
    expect((await call('GET', `/api/books/${before.id}/history`)).body).toHaveLength(1);
  });

  it('can be put back whole, as it came out, and loses what the whole leaves out', async () => {
    const before = await made({ publisher: 'Before' });
    const kept = await call('PUT', `/api/books/${before.id}`, { ...before, title: `${before.title} II` });
    expect(kept.body).toMatchObject({ title: `${before.title} II`, publisher: 'Before' });
    const { publisher: _, ...without } = before;
    expect((await call('PUT', `/api/books/${before.id}`, without)).body).toMatchObject({ publisher: null });
  });

  it('is deleted once, and is then gone', async () => {
    const { id } = await made();
    expect((await call('DELETE', `/api/books/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/api/books/${id}`)).status).toBe(404);
    expect((await call('GET', `/api/books/${id}`)).body.code).toBe('NOT_FOUND');
    expect((await call('PATCH', `/api/books/${id}`, {})).status).toBe(404);
  });
});

describe('a write on what somebody else has changed', () => {
  it.each(['PATCH', 'PUT', 'DELETE'])('is refused with what stands now: %s', async (method) => {
    const before = await made();
    const etag = (await call('GET', `/api/books/${before.id}`)).headers.get('etag')!;
    const current = (await call('PATCH', `/api/books/${before.id}`, { author: 'Somebody faster' })).body;
    const json = method === 'DELETE' ? undefined : draft();
    const late = await call(method, `/api/books/${before.id}`, json, { headers: { 'if-match': etag } });
    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED', current } });
    expect((await call('GET', `/api/books/${before.id}`)).body).toEqual(current);
  });

  it('is done when it names the present state, or any', async () => {
    const { id } = await made();
    const { headers } = await call('GET', `/api/books/${id}`);
    const write = (json: object, ifMatch: string) =>
      call('PATCH', `/api/books/${id}`, json, { headers: { 'if-match': ifMatch } });
    expect((await write({ author: 'One' }, `"old", ${headers.get('etag')}`)).status).toBe(200);
    expect((await write({ author: 'Two' }, '*')).status).toBe(200);
  });

  it('goes through once when two arrive at the same moment', async () => {
    const { id } = await made();
    const etag = (await call('GET', `/api/books/${id}`)).headers.get('etag')!;
    const write = (author: string) =>
      call('PATCH', `/api/books/${id}`, { author }, { headers: { 'if-match': etag } });
    const statuses = (await Promise.all([write('One'), write('Two')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412]);
  });
});

describe('the history of a record', () => {
  it('says who did what, the newest first, also once it is gone', async () => {
    const book = await made({ publisher: 'First' });
    await call('PATCH', `/api/books/${book.id}`, { publisher: null, genre: genres[2]!.id });
    await call('DELETE', `/api/books/${book.id}`);
    const { body } = await call('GET', `/api/books/${book.id}/history`);
    expect(body.map(({ action }: { action: string }) => action)).toEqual(['delete', 'update', 'create']);
    expect(body[1].changes).toEqual({
      publisher: { before: 'First', after: null },
      genre: { before: book.genre, after: { id: genres[2]!.id, label: genres[2]!.name } },
    });
    expect(body[1].actor.label).toBe('Admin');
    expect(body[0].changes.title).toEqual({ before: book.title, after: null });
  });

  it('does not tell a reader who it was', async () => {
    const { id } = await made();
    const { body } = await call('GET', `/api/books/${id}/history`, undefined, { as: reader });
    expect(body).toMatchObject([{ action: 'create', actor: null }]);
  });

  it('of nothing is not there', async () => {
    expect((await call('GET', `/api/books/${newId()}/history`)).status).toBe(404);
  });
});

describe('rights', () => {
  const anonymous = () => server.browser();

  it('let a reader read, and nothing else', async () => {
    const { id } = await made();
    const as = reader;
    expect((await call('GET', `/api/books/${id}`, undefined, { as })).status).toBe(200);
    expect((await call('POST', '/api/books', draft(), { as })).status).toBe(403);
    expect((await call('PATCH', `/api/books/${id}`, {}, { as })).status).toBe(403);
    expect((await call('PUT', `/api/books/${id}`, draft(), { as })).status).toBe(403);
    expect((await call('DELETE', `/api/books/${id}`, undefined, { as })).status).toBe(403);
    expect((await call('GET', '/api/users', undefined, { as })).status).toBe(403);
  });

  it('come before everything else: who is not signed in learns nothing', async () => {
    const as = anonymous();
    expect((await call('GET', '/api/books?colour=red', undefined, { as })).status).toBe(401);
    expect((await call('GET', `/api/books/${newId()}`, undefined, { as })).status).toBe(401);
    expect((await call('POST', '/api/books', {}, { as })).body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('keep genres as they are, for everybody', async () => {
    const { id } = genres[0]!;
    expect((await call('POST', '/api/genres', { name: 'New' })).status).toBe(403);
    expect((await call('PATCH', `/api/genres/${id}`, { name: 'New' })).status).toBe(403);
    expect((await call('DELETE', `/api/genres/${id}`)).status).toBe(403);
  });
});
