import type { AuditChange } from '@bindery/contract/api/history.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertGenre } from '#backend/testing/insert-genre.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;
let genre: string;
beforeAll(async () => {
  ctx = await UserFixture.start();
  genre = await insertGenre(ctx.server.database);
});
afterAll(() => ctx?.close());

const read = async (query = '', browser = ctx.admin) => {
  const { status, body, headers } = await ctx.call(browser, 'GET', `/api/history${query}`);
  return { status, body, changes: body as AuditChange[], next: headers.get('x-next-cursor') };
};
const book = async (title: string) =>
  (await ctx.call(ctx.admin, 'POST', '/api/books', { title, author: 'Wanjiru', genre })).body;
const ids = (changes: readonly AuditChange[]) => changes.map(({ recordId }) => recordId);

describe('the history of all resources', () => {
  it('is listed newest first, with the labels of records, also of deleted ones, and of references', async () => {
    const { id } = await book('Gone with the label');
    await ctx.call(ctx.admin, 'DELETE', `/api/books/${id}`);
    const { id: other } = await ctx.user({ name: 'Newest' });
    const { changes } = await read('?_end=3');
    expect(changes).toMatchObject([
      {
        resource: 'users',
        recordId: other,
        action: 'create',
        label: expect.stringContaining('@example.com'),
      },
      { resource: 'books', recordId: id, action: 'delete', label: 'Gone with the label' },
      { action: 'create', changes: { genre: { before: null, after: { id: genre, label: 'Riwaya' } } } },
    ]);
    expect(changes[0]).toMatchObject({ actor: { id: ctx.adminId }, impersonator: null, batch: null });
  });

  it('continues with a cursor without gaps, also between changes with the same timestamp', async () => {
    const made = [];
    for (let index = 0; index < 5; index++) made.push((await book(`Page ${index}`)).id);
    const select = { ids: made };
    await ctx.call(ctx.admin, 'POST', '/api/books/bulk', {
      select,
      action: 'update',
      values: { publisher: 'P' },
    });
    const all = await read('?resource=books&action=update');
    const first = await read('?resource=books&action=update&_end=2');
    const second = await read(`?resource=books&action=update&_end=2&_after=${first.next}`);
    expect([...ids(first.changes), ...ids(second.changes)]).toEqual(ids(all.changes).slice(0, 4));
    expect(all.next).toBeNull();
  });

  it('has each batch once, with its number, and continues after it with a cursor, whatever is between its changes', async () => {
    const before = await book('Before the batch');
    const made = [];
    for (let index = 0; index < 12; index++) made.push((await book(`Batch ${index}`)).id);
    const values = { publisher: 'Together' };
    const json = { select: { ids: made }, action: 'update', values };
    const { batch } = (await ctx.call(ctx.admin, 'POST', '/api/books/bulk', json)).body;
    // As two concurrent imports: another change between those of the batch.
    const sql = `update history set at = at - interval '1 millisecond' * (row_number - 1) * 10 from (
      select id as change, row_number() over (order by id desc) from history where batch = $1) as placed where id = change`;
    await ctx.server.database.execute({ sql, parameters: [batch] });
    const all = await read('?_batches=once&resource=books&_end=100');
    const own = all.changes.filter((change) => change.batch === batch);
    expect(own).toMatchObject([{ batch, batchSize: 12, uniformBatch: true }]);
    const lines: string[] = [];
    let next: string | null = null;
    do {
      const page = await read(`?_batches=once&resource=books&_end=3${next ? `&_after=${next}` : ''}`);
      lines.push(...page.changes.map(({ id }) => id));
      next = page.next;
    } while (next && lines.length < 100);
    expect(lines).toEqual(all.changes.map(({ id }) => id));
    expect(ids(all.changes)).toContain(before.id);
    const listed = await read(`?_batches=once&batch=${batch}&_end=5`);
    expect(listed.changes).toHaveLength(5);
    expect(listed.changes[0]).toMatchObject({ batchSize: 12 });
    expect((await read('?resource=books&_end=1')).changes[0]).not.toHaveProperty('batchSize');
    const different = `update history set action = 'archive' where id = $1`;
    await ctx.server.database.execute({ sql: different, parameters: [listed.changes[1]!.id] });
    const [mixed] = (await read(`?_batches=once&batch=${batch}&_end=5`)).changes;
    expect(mixed).toMatchObject({ batchSize: 12, uniformBatch: false });
    const forged = Buffer.from(JSON.stringify([new Date().toISOString(), before.id, ['x']])).toString(
      'base64url',
    );
    expect((await read(`?_batches=once&_after=${forged}`)).status).toBe(400);
  });

  const bulk = async (json: object) => (await ctx.call(ctx.admin, 'POST', '/api/books/bulk', json)).body;
  const undo = async (batch: string) =>
    (await ctx.call(ctx.admin, 'POST', `/api/history/batches/${batch}/undo`)).body;
  const line = async (batch: string) =>
    (await read('?_batches=once&resource=books&_end=20')).changes.find((change) => change.batch === batch);

  it('names some records of a batch, its different changes, and the fields that all have set to the same', async () => {
    const made = [await book('Named 1'), await book('Named 2'), await book('Named 3'), await book('Named 4')];
    const ids = made.map(({ id }) => id);
    const values = { publisher: 'Same' };
    const { batch } = await bulk({ select: { ids }, action: 'update', values });
    const update = (await line(batch))!;
    expect(update).toMatchObject({
      batchParts: [{ resource: 'books', action: 'update', count: 4 }],
      sharedFields: ['publisher'],
      batchUndone: false,
    });
    const { batchRecords = [] } = update;
    expect(batchRecords[0]).toEqual({ resource: 'books', recordId: update.recordId, label: update.label });
    expect(new Set(batchRecords.map(({ label }) => label)).size).toBe(3);
    expect(batchRecords.every(({ label }) => /^Named [1-4]$/.test(label ?? ''))).toBe(true);
    const sql = `update history set changes = jsonb_build_object('publisher',
      jsonb_build_object('before', null, 'after', 'Other')) where id = $1`;
    await ctx.server.database.execute({ sql, parameters: [update.id] });
    expect(await line(batch)).toMatchObject({ sharedFields: [] });
    const different = `update history set action = 'archive' where id = $1`;
    await ctx.server.database.execute({ sql: different, parameters: [update.id] });
    expect((await line(batch))!.batchParts).toEqual([
      { resource: 'books', action: 'update', count: 3 },
      { resource: 'books', action: 'archive', count: 1 },
    ]);
  });

  it('says that a batch, each of its changes, and a change of a record have been undone, until made again', async () => {
    const made = [await book('Undone 1'), await book('Undone 2')];
    const [one] = made.map(({ id }) => id);
    const ids = made.map(({ id }) => id);
    const of = async (record: string) =>
      (await ctx.call(ctx.admin, 'GET', `/api/books/${record}/history`)).body.map(
        ({ undone }: AuditChange) => undone,
      );
    const { batch } = await bulk({ select: { ids }, action: 'update', values: { publisher: 'First' } });
    await ctx.call(ctx.admin, 'PATCH', `/api/books/${one}`, { author: 'Another field' });
    expect(await line(batch)).toMatchObject({ undone: false, batchUndone: false });
    const back = await undo(batch);
    expect(await line(batch)).toMatchObject({ batchUndone: true });
    expect((await read(`?batch=${batch}`)).changes.map(({ undone }) => undone)).toEqual([true, true]);
    expect(await of(one!)).toEqual([false, false, true, false]);
    await undo(back.batch);
    expect(await line(batch)).toMatchObject({ batchUndone: false });
    expect(await line(back.batch)).toMatchObject({ batchUndone: true });
    expect(await of(one!)).toEqual([false, true, false, false, false]);
  });

  it('says that a part of a batch is no whole, and that a creation has brought records back', async () => {
    const made = [await book('Back 1'), await book('Back 2')];
    const ids = made.map(({ id }) => id);
    const { batch } = await bulk({ select: { ids }, action: 'delete' });
    const [, first] = (await read(`?batch=${batch}`)).changes;
    await ctx.call(ctx.admin, 'POST', `/api/books/${first!.recordId}/history/${first!.id}/undo`);
    expect(await line(batch)).toMatchObject({ batchUndone: false });
    const [other] = (await read(`?batch=${batch}`)).changes;
    const { body } = await ctx.call(
      ctx.admin,
      'POST',
      `/api/books/${other!.recordId}/history/${other!.id}/undo`,
    );
    expect(await line(batch)).toMatchObject({ batchUndone: true });
    expect(await line(body.batch)).toMatchObject({ action: 'create', returned: true });
    const [creation] = (await read(`?record=${ids[0]}&_end=100`)).changes.slice(-1);
    expect(creation).toMatchObject({ action: 'create', returned: false, undone: false });
  });

  it('does not take a later deletion for the undo of a creation by somebody else, or of one record', async () => {
    const { browser } = await ctx.newAdmin();
    const made = [await book('Kept 1'), await book('Kept 2')];
    const ids = made.map(({ id }) => id);
    const { batch } = await bulk({ select: { ids }, action: 'delete' });
    const again = await undo(batch);
    await ctx.call(browser, 'POST', '/api/books/bulk', { select: { ids }, action: 'delete' });
    expect(await line(again.batch)).toMatchObject({ action: 'create', batchUndone: false });
    const { id } = await book('Deleted alone');
    await bulk({ select: { ids: [id] }, action: 'delete' });
    const [deletion, creation] = (await read(`?record=${id}`)).changes;
    expect(deletion).toMatchObject({ action: 'delete', undone: false });
    expect(creation).toMatchObject({ action: 'create', undone: false });
  });

  it('is filtered by resource, user, action, time, record and batch', async () => {
    const { browser, id: admin } = await ctx.newAdmin();
    const { body } = await ctx.call(browser, 'POST', '/api/books', { title: 'Filtered', author: 'X', genre });
    const [change] = (await read(`?record=${body.id}`)).changes;
    expect(ids((await read(`?user=${admin}&resource=books`)).changes)).toEqual([body.id]);
    const at = (name: string) => `${name}=${encodeURIComponent(change!.at)}`;
    expect(ids((await read(`?${at('from')}&${at('to')}&action=create`)).changes)).toContain(body.id);
    expect((await read('?to=2000-01-01T00:00:00Z')).changes).toEqual([]);
    const select = { ids: [body.id] };
    const deleted = await ctx.call(browser, 'POST', '/api/books/bulk', { select, action: 'delete' });
    expect(ids((await read(`?batch=${deleted.body.batch}`)).changes)).toEqual([body.id]);
  });

  it('is searched for the labels of records, in any spelling, of deleted ones for the last label', async () => {
    const { id: kept } = await book('Ünkown 100% Riwaya');
    const { id: gone } = await book('Formerly unkown');
    await ctx.call(ctx.admin, 'DELETE', `/api/books/${gone}`);
    const { id: user, email } = await ctx.user({ name: 'Searched' });
    const found = async (label: string, more = '') => [
      ...new Set(ids((await read(`?label=${encodeURIComponent(label)}${more}`)).changes)),
    ];
    expect(await found('UNKOWN')).toEqual([gone, kept]);
    expect(await found('riwaya unkown')).toEqual([kept]);
    expect(await found('100% r')).toEqual([kept]);
    expect(await found('1_0% r')).toEqual([]);
    expect(await found('unkown', '&action=delete')).toEqual([gone]);
    expect(await found(email)).toEqual([user]);
    expect(await found('x'.repeat(255))).toEqual([]);
    expect(await found('📚 كتاب __proto__')).toEqual([]);
  });

  it('finds what an admin did as another user under both', async () => {
    const { id, email } = await ctx.user({ name: 'Amina' });
    const { browser, id: admin } = await ctx.newAdmin();
    await ctx.call(browser, 'POST', `/api/users/${id}/impersonate`);
    await ctx.call(browser, 'POST', '/api/auth/update-user', { name: 'Renamed' });
    for (const user of [id, admin])
      expect((await read(`?user=${user}&record=${id}&action=update`)).changes[0]).toMatchObject({
        label: email,
        changes: { name: { after: 'Renamed' } },
        actor: { id },
        impersonator: { id: admin },
      });
  });

  it.each([
    ['resource=nothing', 'resource'],
    ['resource=__proto__', 'resource'],
    ['_after=x', '_after'],
    ['user=x', 'user'],
    ['from=yesterday', 'from'],
    [`label=${'x'.repeat(256)}`, 'label'],
    ['_end=101', '_end'],
    ['unknown=1', 'unknown'],
  ])('rejects %s, naming the parameter', async (query, name) => {
    const { status, body } = await read(`?${query}`);
    expect({ status, names: Object.keys(body.errors) }).toEqual({ status: 400, names: [name] });
  });

  it('is readable for admins only, and contains no sign-ins', async () => {
    const browser = await ctx.signedIn('reader@example.com');
    expect((await read('', browser)).status).toBe(403);
    expect((await read('', ctx.server.browser())).status).toBe(401);
    expect((await read('?_end=100')).changes.some(({ resource }) => resource === 'sessions')).toBe(false);
  });
});

describe('the export of the history', () => {
  const exported = async (query: string) => {
    const response = await ctx.admin.fetch(`/api/history/export${query}`);
    return { headers: response.headers, text: await response.text() };
  };

  it('has one line for each changed field, whose cells no spreadsheet runs as formulas', async () => {
    const { id } = await book('=1+1, "quoted"');
    const { headers, text } = await exported(`?record=${id}`);
    expect(headers.get('content-type')).toMatch('text/csv');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="history-[\d-]+\.csv"$/);
    const [heading, ...lines] = text.split('\r\n');
    expect(heading).toBe(
      'at,action,resource,record,label,user,impersonator,apiKey,apiKeyName,batch,field,before,after',
    );
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain(`,create,books,${id},"'=1+1, ""quoted""",`);
    expect(lines.find((line) => line.includes(',genre,'))).toMatch(/genre,,Riwaya$/);
  });

  it('contains every change that matches the filter, however many', async () => {
    await ctx.rows(`
      insert into history (id, resource, record_id, action, at, changes)
      select gen_random_uuid(), 'genres', '${genre}', 'update', now() - n * interval '1 hour',
             jsonb_build_object('name', jsonb_build_object('before', n, 'after', n + 1))
      from generate_series(1, 1234) as n`);
    const { text } = await exported(`?record=${genre}`);
    const lines = text.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(1234);
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(1234);
  });
});
