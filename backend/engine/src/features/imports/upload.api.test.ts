import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

describe('an upload', () => {
  it.each([
    [',', 'title,author\na,"b;c"\n'],
    [';', 'title;author\na;b,c\n'],
    ['\t', 'title\tauthor\na\tb,c;d\n'],
    ['|', 'title|author\na|b,c;d\n'],
    [';', 'sep=;\r\ntitle;author\r\na;b\r\n'],
  ])('detects its delimiter: %j', async (delimiter, file) => {
    const { status, body } = await ctx.imports.upload('books', file);
    expect({ status, delimiter: body.delimiter, total: body.total, columns: body.columns.length }).toEqual({
      status: 201,
      delimiter,
      total: 1,
      columns: 2,
    });
  });

  it('may have a byte order mark, or be in UTF-16', async () => {
    const marked = await ctx.imports.upload('books', '\uFEFFtitle,author\r\nÉ,b\r\n');
    expect(marked.body.columns).toEqual([
      { heading: 'title', samples: ['É'] },
      { heading: 'author', samples: ['b'] },
    ]);
    const wide = Buffer.from('\uFEFFtitle\tauthor\r\nرواية\tb\r\n', 'utf16le');
    expect((await ctx.imports.upload('books', wide)).body.columns[0]).toEqual({
      heading: 'title',
      samples: ['رواية'],
    });
  });

  it('shows no empty cell as a sample', async () => {
    const { body } = await ctx.imports.upload('books', 'title,author\na,""\nb," "\nc,d\n');
    expect(body.columns.map(({ samples }) => samples)).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it.each([
    ['another encoding', Buffer.from('title\r\n\xe9', 'latin1'), 'errors.csvEncoding'],
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'errors.csvNul'],
    ['a NUL', 'title\r\na\0b', 'errors.csvNul'],
    ['a heading that occurs twice', 'title,title\r\na,b', 'errors.csvHeading'],
    ['no records', 'title,author\r\n', 'errors.csvEmpty'],
    ['nothing', '', 'errors.csvEmpty'],
    [
      'too many columns',
      `${'x,'.repeat(600)}\r\n1`.replaceAll('x', () => `c${Math.random()}`),
      'errors.csvColumns',
    ],
    ['a line that is too long', `title\r\n"${'a'.repeat(1_100_000)}`, 'errors.csvLine'],
  ])('is rejected for %s', async (_, file, key) => {
    const { status, body } = await ctx.imports.upload('books', file);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: { file: [{ key }] } } });
  });

  it('is rejected if the user may not create, and is not visible to other users', async () => {
    const reader = new ImportFixture(ctx.server.url, ctx.reader);
    expect((await reader.upload('books', 'title\r\na')).status).toBe(403);
    const { body } = await ctx.imports.upload('books', 'title\r\na');
    const path = `/api/imports/${body.id}`;
    expect((await ctx.call('GET', path, undefined, { as: ctx.reader })).status).toBe(404);
    expect((await ctx.call('POST', `${path}/cancel`, {}, { as: ctx.reader })).status).toBe(404);
  });
});
