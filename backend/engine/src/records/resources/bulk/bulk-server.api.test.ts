import { setImmediate } from 'node:timers/promises';
import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertGenre } from '#backend/testing/insert-genre.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;
let genre: string;
beforeAll(async () => {
  // Long enough that a request which waits for a lock clearly differs from a slow one.
  ctx = await UserFixture.start({ DATABASE_LOCK_TIMEOUT_MS: '1500' });
  genre = await insertGenre(ctx.server.database);
});
afterAll(() => ctx?.close());

const bulk = (resource: string, json: object, browser = ctx.admin) =>
  ctx.call(browser, 'POST', `/api/${resource}/bulk`, json);
const undoBatch = (batch: string, browser = ctx.admin) =>
  ctx.call(browser, 'POST', `/api/history/batches/${batch}/undo`);
const number = async (sql: string) =>
  Number((await ctx.rows<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]?.n);

/** Inserts books with a distinctive author; not all at once, so that connections are served in between. */
const books = async (author: string, count: number) => {
  for (let first = 1; first <= count; first += 500) {
    await ctx.rows(
      `insert into books (id, title, author, genre_id, created_at, updated_at)
       select gen_random_uuid(), 'Volume ' || n, $1, $2, now(), now() from generate_series($3::int, $4::int) as n`,
      [author, genre, first, Math.min(first + 499, count)],
    );
    await setImmediate();
  }
};

describe('as many records as one request may write', () => {
  it('are changed and deleted, each with its history, and one more is rejected', {
    timeout: 120_000,
  }, async () => {
    await books('Ten thousand', MAX_BATCH_SIZE);
    const select = { query: 'author=ten%20thousand', count: MAX_BATCH_SIZE };
    const changed = await bulk('books', { select, action: 'update', values: { publisher: 'Mkuki' } });
    expect(changed).toMatchObject({ status: 200, body: { count: MAX_BATCH_SIZE } });
    expect(await number(`books where publisher = 'Mkuki'`)).toBe(MAX_BATCH_SIZE);
    expect(await number(`history where batch = '${changed.body.batch}'`)).toBe(MAX_BATCH_SIZE);
    await books('Ten thousand and one', 1);
    await ctx.rows(
      `update books set author = 'Ten thousand', title = 'More' where author = 'Ten thousand and one'`,
    );
    expect(await bulk('books', { select, action: 'delete' })).toMatchObject({
      status: 409,
      body: { code: 'SELECTION_CHANGED', count: MAX_BATCH_SIZE + 1 },
    });
    const all = await ctx.rows<{ id: string }>(`select id from books where author = 'Ten thousand'`);
    const ids = all.map(({ id }) => id);
    expect((await bulk('books', { select: { ids }, action: 'delete' })).status).toBe(400);
    ids.pop();
    expect((await bulk('books', { select: { ids }, action: 'delete' })).status).toBe(200);
  });
});

describe('a bulk write whose client disconnects', () => {
  it('is completed or not done at all', async () => {
    await books('Gone', 300);
    for (const after of [1, 20, 60]) {
      const json = {
        select: { query: 'author=Gone', count: 300 },
        action: 'update',
        values: { publisher: `${after}` },
      };
      await fetch(`${ctx.server.url}/api/books/bulk`, {
        method: 'POST',
        signal: AbortSignal.timeout(after),
        headers: { cookie: ctx.admin.cookies, origin: ctx.server.url, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }).catch(() => undefined);
    }
    // Waits for writes that are still running.
    await bulk('books', {
      select: { query: 'author=Gone', count: 300 },
      action: 'update',
      values: { publisher: 'last' },
    });
    expect(await number(`books where author = 'Gone' and publisher = 'last'`)).toBe(300);
    const batches = await ctx.rows<{ n: number }>(
      `select count(*)::int as n from history where batch is not null and resource = 'books'
       and record_id in (select id from books where author = 'Gone') group by batch`,
    );
    expect(new Set(batches.map(({ n }) => n))).toEqual(new Set([300]));
  });
});

// PGlite has a single connection, so nothing else could hold a lock.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a bulk write that meets a locked record', () => {
  it('waits for it, and changes nothing if it takes too long', async () => {
    await books('Locked', 3);
    const [record] = await ctx.rows<{ id: string }>(`select id from books where author = 'Locked' limit 1`);
    const locker = new pg.Client({ connectionString: ctx.server.settings.databaseUrl });
    await locker.connect();
    await locker.query('begin');
    await locker.query('select 1 from books where id = $1 for update', [record?.id]);
    const json = { select: { query: 'author=Locked', count: 3 }, action: 'delete' };
    expect(await bulk('books', json)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(await number(`books where author = 'Locked'`)).toBe(3);
    const waiting = bulk('books', json);
    await locker.query('rollback');
    await locker.end();
    expect((await waiting).status).toBe(200);
  });
});

describe('users', () => {
  it('are deleted and changed under the rules for a single one, and nothing happens if one is rejected', async () => {
    const [one, other] = [await ctx.user({ name: 'One' }), await ctx.user({ name: 'Other' })];
    const browser = await ctx.signedIn(one.email);
    const select = (...ids: string[]) => ({ ids });
    expect(
      await bulk('users', { select: select(one.id, ctx.adminId, other.id), action: 'delete' }),
    ).toMatchObject({
      status: 403,
      body: { code: 'YOU_CANNOT_REMOVE_YOURSELF', record: { id: ctx.adminId, label: 'admin@example.com' } },
    });
    const demote = { select: select(one.id, ctx.adminId), action: 'update', values: { role: 'user' } };
    expect((await bulk('users', demote)).body).toMatchObject({
      code: 'YOU_CANNOT_CHANGE_YOUR_OWN_ROLE',
      record: { id: ctx.adminId },
    });
    const deleted = await bulk('users', { select: select(one.id, other.id), action: 'delete' });
    expect(deleted.status).toBe(200);
    expect(await ctx.session(browser)).toBeNull();
    expect((await undoBatch(deleted.body.batch)).status).toBe(200);
    const { body } = await ctx.call(ctx.admin, 'GET', `/api/users/${one.id}`);
    expect(body).toMatchObject({ id: one.id, email: one.email, name: 'One', emailVerified: true });
    expect((await bulk('users', { select: select(one.id), action: 'delete' }, browser)).status).toBe(401);
  });

  it('keep what only their own rules may change when an update is undone', async () => {
    const { id, email } = await ctx.user({ name: 'Ban' });
    await ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, { reason: 'Spam' });
    const latest = async () => (await ctx.history(id))[0]!.id;
    const undo = async () => ctx.call(ctx.admin, 'POST', `/api/users/${id}/history/${await latest()}/undo`);
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'CANNOT_UNDO' } });
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { email: ctx.newAddress() });
    expect((await undo()).status).toBe(200);
    const { body } = await ctx.call(ctx.admin, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ email, banned: true, emailVerified: false });
  });
});

describe('an impersonating admin', () => {
  it('is named with the user in the history', async () => {
    const user = await ctx.user({ name: 'Amina' });
    const { browser } = await ctx.newAdmin();
    await ctx.call(browser, 'POST', `/api/users/${user.id}/impersonate`);
    const me = await ctx.session(ctx.admin);
    expect(me).toMatchObject({ impersonatedBy: null });
    const json = { title: 'As Amina', reason: null };
    const { body: suggestion } = await ctx.call(browser, 'POST', '/api/suggestions', json);
    const select = { ids: [suggestion.id] };
    const deleted = await bulk('suggestions', { select, action: 'delete' }, browser);
    expect(deleted.status).toBe(200);
    expect((await undoBatch(deleted.body.batch)).status).toBe(403);
    expect((await undoBatch(deleted.body.batch, browser)).status).toBe(200);
    const { body } = await ctx.call(ctx.admin, 'GET', `/api/suggestions/${suggestion.id}/history`);
    expect(body).toHaveLength(3);
    for (const { actor, impersonator } of body) {
      expect(actor).toMatchObject({ id: user.id, label: 'Amina' });
      expect(impersonator).toMatchObject({ label: expect.stringContaining('person') });
    }
  });
});
