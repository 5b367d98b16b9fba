import { DefaultQueryCompiler } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

describe('a list', () => {
  it('returns twenty records in the default order, with the total and a cursor', async () => {
    const { status, body, headers } = await ctx.call('GET', '/api/books', undefined, { as: ctx.reader });
    expect(status).toBe(200);
    expect(body).toHaveLength(20);
    expect(headers.get('x-total-count')).toBe('100');
    expect(headers.get('x-total-exact')).toBeNull();
    expect(headers.get('x-next-cursor')).toBeTruthy();
    expect(headers.get('cache-control')).toContain('private');
  });

  it('includes the label of a reference', async () => {
    const { body } = await ctx.call('GET', '/api/books?q=dune');
    expect(body[0].genre).toEqual({ id: expect.any(String), label: 'Science fiction' });
  });

  it('returns the same next page by offset and by cursor', async () => {
    const first = await ctx.call('GET', '/api/books?_start=0&_end=40&_sort=author&_order=desc');
    const cursor = first.headers.get('x-next-cursor')!;
    const byCursor = await ctx.call('GET', `/api/books?_end=40&_sort=author&_order=desc&_after=${cursor}`);
    const byPosition = await ctx.call('GET', '/api/books?_start=40&_end=80&_sort=author&_order=desc');
    expect(byCursor.body).toEqual(byPosition.body);
    expect(byCursor.body).toHaveLength(40);
  });

  it('returns the filtered total', async () => {
    const fiction = ctx.genres.find(({ name }) => name === 'Science fiction')!;
    const { body, headers } = await ctx.call('GET', `/api/books?genre=${fiction.id}&_end=2`);
    expect(body).toHaveLength(2);
    expect(headers.get('x-total-count')).toBe('9');
  });

  // Kysely builds a statement once: other values only change its parameters.
  it.each([
    ['a search', 'q=the', 'q=an'],
    ['a search of two words', 'q=the+a', 'q=an+o'],
    ['a filter', 'author_like=e', 'author_like=a'],
    ['a filter by several values', 'author_ne=x&author_ne=y', 'author_ne=v&author_ne=w'],
  ])('compiles nothing for %s that was requested before with other values', async (_, first, second) => {
    const asked = (query: string) => ctx.call('GET', `/api/books?${query}&_start=0&_end=1`);
    const { headers } = await asked(first);
    expect(headers.get('x-total-count')).not.toBeNull();
    const compile = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
    try {
      expect((await asked(second)).status).toBe(200);
      expect(compile).not.toHaveBeenCalled();
    } finally {
      compile.mockRestore();
    }
  });

  it('includes later writes in the total', async () => {
    const before = Number((await ctx.call('GET', '/api/books')).headers.get('x-total-count'));
    const { id } = await ctx.made();
    expect((await ctx.call('GET', '/api/books')).headers.get('x-total-count')).toBe(String(before + 1));
    await ctx.call('DELETE', `/api/books/${id}`);
    expect((await ctx.call('GET', '/api/books')).headers.get('x-total-count')).toBe(String(before));
  });

  it('is empty beyond its last record, and still returns the total', async () => {
    const { body, headers } = await ctx.call('GET', '/api/books?_start=500&_end=520&q=dune');
    expect(body).toEqual([]);
    expect(headers.get('x-total-count')).toBe('1');
    expect(headers.get('x-next-cursor')).toBeNull();
  });

  it.each([
    ['an unknown parameter', '?colour=red', 'colour'],
    ['an unknown operator', '?title_gte=a', 'title_gte'],
    ['a field without an index', '?publisher=Knopf', 'publisher'],
    ['an unknown sort field', '?_sort=publisher', '_sort'],
    ['an unknown direction', '?_sort=title&_order=up', '_order'],
    ['a page of more than a hundred records', '?_start=0&_end=101', '_end'],
    ['an invalid cursor', '?_after=abc', '_after'],
    ['an invalid id', '?id=1', 'id'],
    ['a reference that is not an id', '?genre=fiction', 'genre'],
  ])('rejects %s, naming the parameter', async (_, query, name) => {
    const { status, body } = await ctx.call('GET', `/api/books${query}`);
    expect({ status, code: body.code, names: Object.keys(body.errors) }).toEqual({
      status: 400,
      code: 'INVALID',
      names: [name],
    });
  });

  it('accepts 300 ids or titles at once, from a page with the same address, and selects what they find', async () => {
    const { body: books } = await ctx.call('GET', '/api/books?_end=100');
    const padding = Array.from({ length: 300 - books.length }, (_, at) => `عنوان لا يوجد ${at}`);
    const titles = [...books.map(({ title }: { title: string }) => title), ...padding];
    const byTitle = new URLSearchParams(titles.map((title) => ['title', title])).toString();
    const headers = { referer: `http://localhost/manager/books?${byTitle}` };
    const found = await ctx.call('GET', `/api/books?${byTitle}&_end=100`, undefined, { headers });
    expect(found.status).toBe(200);
    expect(found.headers.get('x-total-count')).toBe('100');
    const ids = [...books.map(({ id }: { id: string }) => id), ...padding.map(() => crypto.randomUUID())];
    const byId = new URLSearchParams(ids.map((id) => ['id', id])).toString();
    expect((await ctx.call('GET', `/api/books?${byId}&_end=100`)).body).toHaveLength(100);
    const select = { query: byId, count: 100 };
    expect((await ctx.call('POST', '/api/books/bulk/deletion', { select })).status).toBe(200);
    const tooMany = new URLSearchParams(Array.from({ length: 501 }, (_, at) => ['title', `T${at}`]));
    const rejected = await ctx.call('GET', `/api/books?${tooMany}`);
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: { title: [{ key: 'errors.tooManyValues' }] } },
    });
  });

  it('is limited to records without a value also for a field without an index', async () => {
    const total = async (query: string) =>
      Number((await ctx.call('GET', `/api/books?_end=1${query}`)).headers.get('x-total-count'));
    const [empty, filled] = [await total('&publisher_null=true'), await total('&publisher_null=false')];
    expect(empty + filled).toBe(await total(''));
    const { body } = await ctx.call('GET', '/api/books?publisher_null=false&_end=1');
    await ctx.call('PATCH', `/api/books/${body[0].id}`, { publisher: null });
    expect([await total('&publisher_null=true'), await total('&publisher_null=false')]).toEqual([
      empty + 1,
      filled - 1,
    ]);
    await ctx.call('PATCH', `/api/books/${body[0].id}`, { publisher: body[0].publisher });
  });

  it('rejects a search term with a NUL', async () => {
    expect((await ctx.call('GET', '/api/books?q=%00')).status).toBe(400);
  });
});
