import { afterAll, beforeAll, expect, it } from 'vitest';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';

// The transactions of checks and imports: in an embedded database, they have the only connection.

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

const csv = (...lines: string[]) => lines.join('\r\n');
const run = (sql: string) => ctx.server.database.execute({ sql, parameters: [] });
const found = async (query: string) => (await ctx.call('GET', `/api/${query}`)).body;

it('a check lists every invalid record with its errors, and changes nothing', async () => {
  const before = (await ctx.call('GET', '/api/books')).headers.get('x-total-count');
  const checked = await ctx.imports.check('books', {
    file: csv(
      'title,author,genre,publisher',
      'Good,Somebody,Novels,',
      ',Somebody,Novels,',
      'No genre,Somebody,Nonsense,',
      'Dune,frank herbert,Novels,',
      'GOOD,somebody,Novels,',
      `${'x'.repeat(256)},Somebody,Novels,`,
      'Too many,Somebody,Novels,,5',
    ),
  });
  expect(checked).toMatchObject({
    state: 'checked',
    total: 7,
    done: 7,
    invalid: 6,
    created: 1,
    updated: 0,
  });
  expect(await ctx.imports.invalidRows(checked.id)).toEqual([
    [2, { title: ['errors.required'] }],
    [3, { genre: ['errors.referenceNotFound'] }],
    [4, { title: ['errors.uniqueTogether'] }],
    [5, { title: ['errors.duplicateInFile'] }],
    [6, { title: ['errors.tooLong'] }],
    [7, { cells: ['errors.tooManyCells'] }],
  ]);
  expect((await ctx.call('GET', '/api/books')).headers.get('x-total-count')).toBe(before);
  const file = await (await ctx.admin.fetch(`/api/imports/${checked.id}/invalid-rows.csv`)).text();
  expect(file.split('\r\n')[1]).toBe('3,Title is required,,Somebody,Novels,');
});

it('an import of all records creates them with a history of one batch, which can be undone', async () => {
  const checked = await ctx.imports.check('books', {
    file: csv('title,author,genre', "'=1+1,Importer,Novels", '"Line\nbreak",Importer,Poetry'),
  });
  const done = await ctx.imports.run(checked.id, 'all');
  expect(done).toMatchObject({ state: 'done', done: 2, created: 2, updated: 0 });
  const books = await found('books?author=Importer&_sort=title');
  expect(books.map(({ title }: { title: string }) => title).sort()).toEqual(['=1+1', 'Line break']);
  const [change] = await found(`books/${books[0].id}/history`);
  expect(change).toMatchObject({
    action: 'create',
    actor: { label: expect.any(String) },
    batch: checked.id,
    impersonator: null,
  });
  const undone = await ctx.call('POST', `/api/history/batches/${checked.id}/undo`, {});
  expect(undone).toMatchObject({ status: 200, body: { count: 2 } });
  expect(await found('books?author=Importer')).toEqual([]);
});

it('an import remains unchanged if its job cannot be added', async () => {
  const checked = await ctx.imports.check('books', {
    file: csv('title,author,genre', 'Jobless,Lost,Novels'),
  });
  await run('alter table pgboss.job_common rename to job_away');
  const start = () => ctx.call('POST', `/api/imports/${checked.id}/run`, { mode: 'all' });
  expect((await start()).status).toBe(500);
  await run('alter table pgboss.job_away rename to job_common');
  expect(await found(`imports/${checked.id}`)).toMatchObject({ state: 'checked' });
  expect((await start()).status).toBe(202);
  expect(await ctx.imports.ended(checked.id)).toMatchObject({ state: 'done', created: 1 });
});

it('an import of the valid records skips the others', async () => {
  const checked = await ctx.imports.check('genres', { file: csv('name', 'x') }).catch(() => undefined);
  expect(checked).toBeUndefined();
  const file = csv('title,author,genre', 'One,Valid,Novels', ',Valid,Novels', 'Three,Valid,Novels');
  const { id } = await ctx.imports.check('books', { file });
  expect(await ctx.imports.run(id, 'valid')).toMatchObject({ state: 'done', created: 2, invalid: 1 });
  expect(await found('books?author=Valid')).toHaveLength(2);
});

it('an import is rolled back as a whole if a record is rejected that was valid at the check', async () => {
  const file = csv('title,author,genre', 'First,Late,Novels', 'Second,Late,Novels');
  const { id } = await ctx.imports.check('books', { file });
  await ctx.made({ title: 'second', author: 'LATE' });
  const rejected = await ctx.imports.run(id, 'all');
  expect(rejected).toMatchObject({ state: 'checked', invalid: 1, error: { key: 'errors.importChanged' } });
  expect(await ctx.imports.invalidRows(id)).toEqual([[2, { title: ['errors.uniqueTogether'] }]]);
  expect(await found('books?author=Late')).toHaveLength(1);
  expect(await ctx.imports.run(id, 'valid')).toMatchObject({ state: 'done', created: 1 });
});

// A portion has 500 records.
it.each(['valid', 'all'] as const)('an import of %s records writes several portions', async (mode) => {
  const lines = Array.from({ length: 501 }, (_, number) => `Many ${number},Of ${mode},Novels`);
  const { id } = await ctx.imports.check('books', { file: csv('title,author,genre', ...lines) });
  expect(await ctx.imports.run(id, mode)).toMatchObject({ state: 'done', created: 501, done: 501 });
  const { headers } = await ctx.call('GET', `/api/books?author=Of+${mode}&_end=1`);
  expect(headers.get('x-total-count')).toBe('501');
});
