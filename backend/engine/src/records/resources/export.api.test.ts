import { once } from 'node:events';
import { connect } from 'node:net';
import { unescapeFormula } from '@bindery/contract/records/csv.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { insertSamples } from '#backend/extend/samples/insert-samples.ts';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

const get = (path: string, as = ctx.admin) => as.fetch(`/api/${path}`);
/** Exports and parses: the headings, then the cells of each record. */
const rowsOf = async (path: string): Promise<string[][]> => parse(await (await get(path)).text());

describe('an export', () => {
  it('is a CSV file named after the resource and the day, with the number of records', async () => {
    const { status, headers } = await get('books/export');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="books-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers.get('x-total-count')).toBe('100');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('has all fields by default, and the label and the id of a reference', async () => {
    const [headings, ...rows] = await rowsOf('books/export');
    expect(headings).toEqual([
      ...['id', 'title', 'author', 'genre', 'genre.id', 'publisher', 'createdAt', 'updatedAt'],
    ]);
    expect(rows).toHaveLength(100);
    const { body } = await ctx.call('GET', `/api/books/${rows[0]![0]}`);
    const { id, title, author, genre, publisher, createdAt, updatedAt } = body;
    expect(rows[0]).toEqual([id, title, author, genre.label, genre.id, publisher, createdAt, updatedAt]);
  });

  it('has the chosen fields in order, of the filtered records in order', async () => {
    const fiction = ctx.genres.find(({ name }) => name === 'Science fiction')!;
    const query = `_fields=author,title&genre=${fiction.id}&_sort=title&_order=desc`;
    const [headings, ...rows] = await rowsOf(`books/export?${query}`);
    expect(headings).toEqual(['author', 'title']);
    const { body } = await ctx.call('GET', `/api/books?genre=${fiction.id}&_sort=title&_order=desc`);
    expect(rows).toEqual(body.map((book: { author: string; title: string }) => [book.author, book.title]));
  });

  it('has only the selected records', async () => {
    const { body } = await ctx.call('GET', '/api/books?_end=2');
    const rows = await rowsOf(`books/export?_fields=id&id=${body[0].id}&id=${body[1].id}`);
    expect(rows.slice(1).flat().sort()).toEqual(body.map(({ id }: { id: string }) => id).sort());
  });

  it('of selected records has those with the ids, or of the query without exceptions, in the requested order', async () => {
    const { body } = await ctx.call('GET', '/api/books?_sort=title&_end=3');
    const [first, second, third] = body.map(({ id }: { id: string }) => id);
    const post = (json: object) => ctx.admin.fetch('/api/books/export', { json });
    const sorting = { _sort: 'title', _order: 'desc' };
    const ids = await post({ select: { ids: [first, third] }, _fields: ['id'], _bom: true, ...sorting });
    expect(ids.headers.get('x-total-count')).toBe('2');
    expect(parse(await ids.text(), { bom: true }).flat()).toEqual(['id', third, first]);
    const query = `id=${first}&id=${second}&id=${third}`;
    const all = await post({ select: { query, count: 2, except: [second] }, _fields: ['id'] });
    expect(parse(await all.text()).flat()).toEqual(['id', first, third]);
    const changed = await post({ select: { query, count: 2 } });
    expect([changed.status, (await changed.json()).count]).toEqual([409, 3]);
    const invalid = await post({ select: { ids: [first] }, _fields: ['toString'], _sort: 'nothing' });
    expect([invalid.status, Object.keys((await invalid.json()).errors)]).toEqual([400, ['_fields']]);
  });

  it('starts with a byte order mark only on request', async () => {
    const bytes = async (query: string) =>
      new Uint8Array(await (await get(`books/export${query}`)).arrayBuffer());
    expect([...(await bytes('?_bom=true')).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await bytes(''))[0]).not.toBe(0xef);
  });

  it('keeps quotes and delimiters, and lets no cell run as a formula', async () => {
    const author = 'a "b", c;d';
    const titles = ['=1+1', '+1', '-1+1', '@sum', "'=1", "'tis", '-12.5', '＝1', '🦉 "', '255'.repeat(85)];
    for (const title of titles) await ctx.made({ title, author, publisher: null });
    const rows = (await rowsOf('books/export?q=c&_fields=title,author,publisher&_sort=createdAt')).filter(
      (row) => row[1] === author,
    );
    expect(rows.map(([title]) => unescapeFormula(title!))).toEqual(titles);
    expect(rows.filter(([title]) => /^[=+@＝]/.test(title!) || title === '-1+1')).toEqual([]);
    const text = await (await get('books/export?q=c&_fields=title,author,publisher')).text();
    expect(text).toContain(`'=1+1,"a ""b"", c;d",\r\n`);
  });

  it('of a single column has a line for every record, also for an empty value', async () => {
    await ctx.made({ publisher: null, author: 'Only Column' });
    const text = await (await get('books/export?_fields=publisher&q=only%20column')).text();
    expect(text).toBe('publisher\r\n""\r\n');
  });

  it('of nothing has the headings', async () => {
    expect(await (await get('closures/export?_fields=day')).text()).toBe('day\r\n');
  });

  it('knows no fields that the role may not read', async () => {
    const headingsFor = async (as: typeof ctx.admin) =>
      (await (await get('librarians/export', as)).text()).split('\r\n')[0];
    expect(await headingsFor(ctx.admin)).toContain(',salary,');
    expect(await headingsFor(ctx.reader)).not.toContain('salary');
    const rejected = await get('librarians/export?_fields=salary', ctx.reader);
    expect({ status: rejected.status, body: await rejected.json() }).toMatchObject({
      status: 400,
      body: { errors: { _fields: [{ key: 'errors.unknown' }] } },
    });
  });

  it.each([
    ['an unknown field', '?_fields=title,colour', '_fields'],
    ['an unknown parameter', '?colour=red', 'colour'],
    ['a page', '?_start=0', '_start'],
    ['a cursor', '?_after=x', '_after'],
  ])('is rejected for %s, naming the parameter', async (_, query, name) => {
    const { status, body } = await ctx.call('GET', `/api/books/export${query}`);
    expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: [name] });
  });

  it('has every record once, also over many pages and sorted by an empty field or a label', async () => {
    const records = Array.from({ length: 1_300 }, (_, number) => ({
      ...ctx.draft(),
      id: newId(),
      publisher: number % 3 ? null : `P${number % 2}`,
    }));
    await insertSamples(ctx.server.database, [{ resource: lendingLibrary.books, records }]);
    for (const sort of ['title', 'genre', 'createdAt', 'genre,title']) {
      const [, ...rows] = await rowsOf(`books/export?_fields=id&_sort=${sort}&_order=desc`);
      const total = Number((await get('books?_end=1&_sort=id')).headers.get('x-total-count'));
      expect({ sort, rows: rows.length, different: new Set(rows.flat()).size }).toEqual({
        sort,
        rows: total,
        different: total,
      });
    }
  });

  it('that a client aborts leaves room for others', async () => {
    for (let tries = 0; tries < 12; tries++) {
      const controller = new AbortController();
      const { status, body } = await fetch(`${ctx.server.url}/api/books/export`, {
        headers: { cookie: ctx.admin.cookies },
        signal: controller.signal,
      });
      expect(status).toBe(200);
      await body!.getReader().read();
      controller.abort();
    }
  });

  it('starts while another user reads several as slowly as possible, who gets no more of them', async () => {
    // More bytes than the buffers of a connection have room for; searched fields would take longer to insert.
    await ctx.server.database.execute({
      sql: `insert into books (id, title, author, publisher, genre_id, created_at, updated_at)
        select gen_random_uuid(), 'Long ' || number, 'Nobody', $1, $2::uuid, now(), now()
          from generate_series(1, 5000) as number`,
      parameters: ['📚'.repeat(255), ctx.genres[0]!.id],
    });
    const { hostname, port } = new URL(ctx.server.url);
    const slow = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const client = connect(Number(port), hostname);
        client.on('error', () => {});
        const request = [
          'GET /api/books/export HTTP/1.1',
          `Host: ${hostname}:${port}`,
          `Cookie: ${ctx.reader.cookies}`,
        ];
        client.write(`${request.join('\r\n')}\r\n\r\n`);
        await once(client, 'readable');
        const text = String(client.read());
        return { client, status: text.slice(9, 12), text };
      }),
    );
    try {
      expect(slow.map(({ status }) => status).sort()).toEqual([
        ...Array.from({ length: 2 }, () => '200'),
        ...Array.from({ length: 6 }, () => '429'),
      ]);
      for (const { status, text } of slow)
        if (status === '429') expect(text).toMatch(/"code":"TOO_MANY_REQUESTS".*still being sent/);
      const begun = performance.now();
      const mine = await get('books/export?_fields=id');
      expect({ status: mine.status, soon: performance.now() - begun < 3_000 }).toEqual({
        status: 200,
        soon: true,
      });
      expect((await mine.text()).split('\r\n').length).toBeGreaterThan(5_000);
      const history = await get('history/export');
      expect(history.status).toBe(200);
    } finally {
      for (const { client } of slow) client.destroy();
    }
    await expect.poll(async () => (await get('books/export?_end=1', ctx.reader)).status).not.toBe(429);
  });
});
