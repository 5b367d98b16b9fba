import { languages } from '@bindery/contract/records/init.ts';
import catalogue from '@bindery/contract/testing/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

const csv = (...lines: string[]) => lines.join('\r\n');
const rows = <Row extends object>(sql: string) => ctx.server.database.execute<Row>({ sql, parameters: [] });
const found = async (query: string) => (await ctx.call('GET', `/api/${query}`)).body;

describe('a check', () => {
  it('is rejected for an unknown field, a field with two columns, and a read-only field', async () => {
    const check = async (resource: string, mapping: (string | null)[]) => {
      const { body } = await ctx.imports.upload(resource, 'a,b\r\n1,2');
      return (await ctx.call('POST', `/api/imports/${body.id}/check`, { mapping, matchBy: null })).body
        .errors;
    };
    expect(await check('books', ['title', 'colour'])).toMatchObject({
      mapping: [{ key: 'errors.valueNotFound', values: { value: 'colour' } }],
    });
    expect(await check('books', ['title', 'title'])).toMatchObject({ mapping: [{ key: 'errors.invalid' }] });
    expect(await check('books', ['title'])).toMatchObject({ mapping: [{ key: 'errors.invalid' }] });
    expect(await check('books', [null, null])).toMatchObject({ mapping: [{ key: 'errors.required' }] });
    expect(await check('librarians', ['name', 'code'])).toMatchObject({
      mapping: [{ key: 'errors.valueNotFound', values: { value: 'code' } }],
    });
  });

  it('finds a reference by its label only if that is unambiguous', async () => {
    const name = 'Twin';
    for (const code of ['TWI-001', 'TWI-002']) {
      const parent = (
        await ctx.call('POST', '/api/subjects', { code: code.replace('TWI', 'TOP'), name: code })
      ).body;
      await ctx.call('POST', '/api/subjects', { code, name, parent: parent.id });
    }
    const checked = await ctx.imports.check('subjects', {
      file: csv('code,name,parent', 'TWI-003,Child,Twin'),
    });
    expect(await ctx.imports.invalidRows(checked.id)).toEqual([
      [1, { parent: ['errors.ambiguousReference'] }],
    ]);
  });

  it.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['both', '\r\n'],
  ])(
    'counts records in a file whose lines end with %s, and names the lines that a spreadsheet shows',
    async (_, end) => {
      const lines = [
        'title,author,genre',
        '',
        '5" disk,B,Novels',
        '',
        '',
        ',B,Novels',
        'C "c",B,Novels',
        '',
        '',
      ];
      const checked = await ctx.imports.check('books', { file: lines.join(end) });
      expect(checked).toMatchObject({ state: 'checked', total: 3, done: 3, invalid: 1, created: 2 });
      expect(await ctx.imports.invalidRows(checked.id)).toEqual([[5, { title: ['errors.required'] }]]);
      const done = await ctx.imports.run(checked.id, 'valid');
      expect(done).toMatchObject({ state: 'done', total: 3, done: 3, created: 2, invalid: 1 });
      await ctx.call('POST', `/api/history/batches/${checked.id}/undo`, {});
    },
  );

  it('rejects two records with the same id, since only one can be written', async () => {
    const { id: known } = await ctx.made({ title: 'Twice', author: 'By Id' });
    const file = csv('id,publisher', `${known},One`, `${known.toUpperCase()},Two`);
    const { id } = await ctx.imports.check('books', { file, matchBy: 'id' });
    expect(await ctx.imports.invalidRows(id)).toEqual([[2, { id: ['errors.duplicateInFile'] }]]);
  });

  it('names the line in which a quotation mark is missing', async () => {
    const checked = await ctx.imports.check('books', { file: csv('title,author', 'a,b', '"c,d') });
    expect(checked).toMatchObject({ state: 'failed', error: { key: 'errors.csvQuote', values: { row: 3 } } });
  });
});

describe('an import', () => {
  it('is started once with the same key, and returns its state when repeated', async () => {
    const checked = await ctx.imports.check('books', {
      file: csv('title,author,genre', 'Once,Repeated,Novels'),
    });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const run = (mode: 'all' | 'valid') =>
      ctx.call('POST', `/api/imports/${checked.id}/run`, { mode }, { headers });
    expect((await run('all')).status).toBe(202);
    await ctx.imports.ended(checked.id);
    expect(await run('all')).toMatchObject({ status: 202, body: { state: 'done', created: 1 } });
    expect((await run('valid')).status).toBe(422);
    expect(await found('books?author=Repeated')).toHaveLength(1);
  });

  it('is uploaded and checked once per key, with which another file or mapping is rejected', async () => {
    const file = csv('title,author,genre', 'Sent,Again,Novels');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await ctx.imports.upload('books', file, headers);
    const again = await ctx.imports.upload('books', file, headers);
    expect(again).toEqual({ status: 201, body: first.body });
    const [counted] = await rows<{
      n: number;
    }>(`select count(*)::int as n from imports where name = 'file.csv'
      and columns::text like '%Sent%'`);
    expect(counted!.n).toBe(1);
    expect((await ctx.imports.upload('books', `${file}\nMore,b,Novels`, headers)).status).toBe(422);
    const check = (mapping: (string | null)[], key: string) =>
      ctx.call(
        'POST',
        `/api/imports/${first.body.id}/check`,
        { mapping, matchBy: null },
        {
          headers: { 'idempotency-key': key },
        },
      );
    const key = crypto.randomUUID();
    expect((await check(['title', 'author', 'genre'], key)).status).toBe(202);
    await ctx.imports.ended(first.body.id);
    // Without the key, it would be checked again.
    const { status, body } = await check(['title', 'author', 'genre'], key);
    expect([status, body.state]).toEqual([202, 'checked']);
    expect((await check(['title', 'author', null], key)).status).toBe(422);
  });

  it('is rejected before its check', async () => {
    const { body } = await ctx.imports.upload('books', 'title\r\nUnchecked');
    expect(await ctx.call('POST', `/api/imports/${body.id}/run`, { mode: 'all' })).toMatchObject({
      status: 409,
      body: { errors: { file: [{ key: 'errors.importUnchecked' }] } },
    });
  });

  it('of all records is rejected while one is invalid', async () => {
    const checked = await ctx.imports.check('books', { file: csv('title,author', 'a,b') });
    const { status } = await ctx.call('POST', `/api/imports/${checked.id}/run`, { mode: 'all' });
    expect(status).toBe(409);
  });

  it('updates the records that share the values of a unique rule, and creates the others', async () => {
    const { id: known } = await ctx.made({ title: 'Known', author: 'Matched', publisher: 'Old' });
    const file = csv('title,author,genre,publisher', 'KNOWN,matched,Novels,New', 'Fresh,Matched,Novels,');
    const { id } = await ctx.imports.check('books', { file, matchBy: 'books_title_author_folded_unique' });
    expect(await ctx.imports.run(id, 'all')).toMatchObject({ state: 'done', created: 1, updated: 1 });
    expect(await found(`books/${known}`)).toMatchObject({ title: 'KNOWN', publisher: 'New' });
  });

  it('names the fields that identify records, and accepts these instead of the name of their rule', async () => {
    const { id: known } = await ctx.made({ title: 'By fields', author: 'Matched', publisher: 'Old' });
    const file = csv('title,author,publisher', 'BY FIELDS,matched,New');
    const { body } = await ctx.imports.upload('books', file);
    const mapping = ['title', 'author', 'publisher'];
    const rejected = await ctx.call('POST', `/api/imports/${body.id}/check`, { mapping, matchBy: 'title' });
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: { matchBy: [{ message: 'Match by must be one of: title,author' }] } },
    });
    const { id } = await ctx.imports.check('books', { file, matchBy: 'title,author' });
    expect(await ctx.imports.run(id, 'all')).toMatchObject({ state: 'done', updated: 1 });
    expect(await found(`books/${known}`)).toMatchObject({ title: 'BY FIELDS', publisher: 'New' });
  });

  it('updates records by their id', async () => {
    const made = await ctx.made({ author: 'By Id', publisher: 'Old' });
    const file = csv('id,publisher', `${made.id},New`, '01900000-0000-7000-8000-00000000ffff,New');
    const { id } = await ctx.imports.check('books', { file, matchBy: 'id' });
    expect(await ctx.imports.invalidRows(id)).toEqual([
      // Not that the fields which the file does not have are required: no record shall be created.
      [2, { id: ['errors.recordNotFound'] }],
    ]);
    expect(await ctx.imports.run(id, 'valid')).toMatchObject({ created: 0, updated: 1 });
    expect(await found(`books/${made.id}`)).toMatchObject({ title: made.title, publisher: 'New' });
  });

  it('accepts the name of a reference that was changed next to its id, as in an export, and flags ambiguous changes', async () => {
    const genres = await found('genres');
    const idOf = (name: string) => genres.find((genre: { name: string }) => genre.name === name).id;
    const [novels, poetry] = [idOf('Novels'), idOf('Poetry')];
    const made = async (title: string) => (await ctx.made({ title, author: 'Both', genre: novels })).id;
    const ids = [await made('a'), await made('b'), await made('c'), await made('d'), await made('e')];
    const file = csv(
      'id,genre,genre.id',
      `${ids[0]},Poetry,${novels}`,
      `${ids[1]},Novels,${poetry}`,
      `${ids[2]},Nowhere,${novels}`,
      `${ids[3]},Nowhere,${poetry}`,
      `${ids[4]},Novels,${novels}`,
    );
    const { id } = await ctx.imports.check('books', { file, matchBy: 'id' });
    expect(await ctx.imports.invalidRows(id)).toEqual([
      [3, { genre: ['errors.referenceNotFound'] }],
      [4, { genre: ['errors.referenceDisagrees'] }],
    ]);
    await ctx.imports.run(id, 'valid');
    const after = await Promise.all(ids.map(async (one) => (await found(`books/${one}`)).genre.id));
    expect(after).toEqual([poetry, poetry, novels, novels, novels]);
    const added = await ctx.imports.check('books', {
      file: csv('title,author,genre,genre.id', `New,Both,Poetry,${novels}`),
    });
    expect(await ctx.imports.invalidRows(added.id)).toEqual([[1, { genre: ['errors.referenceDisagrees'] }]]);
  });

  it('treats a removed name as a removed reference, and a changed one also if a unique rule finds the record', async () => {
    const genres = await found('genres');
    const idOf = (name: string) => genres.find((genre: { name: string }) => genre.name === name).id;
    const [novels, poetry] = [idOf('Novels'), idOf('Poetry')];
    const { id: book } = await ctx.made({ title: 'By rule', author: 'Names', genre: novels });
    const file = csv('title,author,genre,genre.id', `By rule,Names,POETRY,${novels}`);
    const { id } = await ctx.imports.check('books', { file, matchBy: 'title,author' });
    expect(await ctx.imports.invalidRows(id)).toEqual([]);
    await ctx.imports.run(id, 'all');
    expect((await found(`books/${book}`)).genre.id).toBe(poetry);

    const removed = await ctx.imports.check('books', {
      file: csv('id,genre,genre.id', `${book},,${poetry}`),
      matchBy: 'id',
    });
    expect(await ctx.imports.invalidRows(removed.id)).toEqual([[1, { genre: ['errors.required'] }]]);
    const both = await ctx.imports.check('books', {
      file: csv('id,genre,genre.id', `${book},,${novels}`),
      matchBy: 'id',
    });
    expect(await ctx.imports.invalidRows(both.id)).toEqual([[1, { genre: ['errors.referenceDisagrees'] }]]);
    const added = await ctx.imports.check('books', {
      file: csv('title,author,genre,genre.id', `New,Names,,${novels}`, `Alike,Names,novels,${novels}`),
    });
    expect(await ctx.imports.invalidRows(added.id)).toEqual([[1, { genre: ['errors.referenceDisagrees'] }]]);
  });

  it.each(languages)(
    'accepts the words of %s for values, and reports errors in that language',
    async (language) => {
      const { labels, translate } = pageTexts(language);
      const { users, books } = catalogue;
      const { role } = users.fields;
      const email = `${language}@words.example`;
      const word = labels.option(users, role, 'admin');
      const { id } = await ctx.imports.check('users', {
        file: csv('email,role', `${email},${word.toUpperCase()}`, `other@words.example,${word} x`),
      });
      expect(await ctx.imports.invalidRows(id)).toEqual([[2, { role: ['errors.invalidOption'] }]]);
      expect(await ctx.imports.run(id, 'valid')).toMatchObject({ created: 1 });
      expect(await found(`users?email=${email}`)).toMatchObject([{ role: 'admin' }]);

      const invalidRows = async (of: string) => {
        const headers = { cookie: ctx.admin.cookies, 'accept-language': language };
        return (await fetch(`${ctx.server.url}/api/imports/${of}/invalid-rows.csv`, { headers })).text();
      };
      const options = ['user', 'admin'].map((value) => labels.option(users, role, value)).join(', ');
      const field = labels.field(users, role);
      expect(await invalidRows(id)).toContain(translate('errors.invalidOption', { field, options }));
      const untitled = await ctx.imports.check('books', { file: csv('title,author,genre', ',A,Novels') });
      const title = labels.field(books, books.fields.title);
      expect(await invalidRows(untitled.id)).toContain(translate('errors.required', { field: title }));
    },
  );
});
