import { randomUUID } from 'node:crypto';
import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { ResourceHooks } from '#backend/records/resources/hooks.ts';
import { kyselyOf } from '#backend/records/resources/stages/write-connection.ts';
import { toStoredKey } from '#backend/records/resources/write/idempotency-key.ts';
import { endedBatch, FEW, notebook } from '#backend/testing/batch-jobs.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

/** Effects of the writes of notes: by the title of the note, in its transaction. */
let onWrite: Record<string, (writing: Parameters<NonNullable<ResourceHooks['beforeUpdate']>>[1]) => unknown> =
  {};
const notes: ResourceHooks = {
  beforeUpdate: async ({ before }, writing) => {
    await onWrite[String(before.title)]?.(writing);
    return undefined;
  },
};

let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  const extensions = { ...noExtensions, hooks: { notes } };
  server = await startServer({}, notebook, extensions, { batchSizes: FEW });
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
});
afterAll(() => server?.close());
beforeEach(() => {
  onWrite = {};
});

const post = (path: string, json: object = {}, headers: Record<string, string> = {}) =>
  admin.call(path, { method: 'POST', json, headers });
const rows = <Row extends object>(text: string, parameters: readonly unknown[] = []) =>
  server.database.execute<Row>({ sql: text, parameters });
const count = async (from: string) =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n;
const ended = (id: string) => endedBatch(admin, id);
const undo = (batch: string) => post(`/api/history/batches/${batch}/undo`);

/** Creates notes of a new group, called "<group> 1" and so on; returns the group. */
async function group(size: number): Promise<string> {
  const name = `g${randomUUID().slice(0, 8)}`;
  for (let n = 1; n <= size; n++) await post('/api/notes', { title: `${name} ${n}`, group: name, pages: n });
  return name;
}

const change = (name: string, size: number, values: object, headers = {}) =>
  post(
    '/api/notes/bulk',
    { select: { query: `group=${name}`, count: size }, action: 'update', values },
    headers,
  );

describe('a change of more records than a request writes', () => {
  it('is a job that changes all of them, with one batch in the history that can be undone', async () => {
    const name = await group(8);
    const { status, body } = await change(name, 8, { pages: 500 });
    expect(status).toBe(202);
    expect(body).toMatchObject({ kind: 'update', resource: 'notes', total: 8, undoes: null, error: null });
    expect(await ended(body.id)).toMatchObject({ state: 'done', done: 8, changed: 8, skipped: 0 });
    expect(await count(`notes where "group" = '${name}' and pages = 500`)).toBe(8);
    const lines = await admin.call(`/api/history?_batches=once&resource=notes&_end=1`);
    expect(lines.body).toMatchObject([{ batch: body.id, batchSize: 8 }]);
    const undone = await undo(body.id);
    expect(undone).toMatchObject({ status: 202, body: { kind: 'undo', undoes: body.id, total: 8 } });
    expect(await ended(undone.body.id)).toMatchObject({ state: 'done', done: 8, changed: 8, skipped: 0 });
    expect(await count(`notes where "group" = '${name}' and pages = 500`)).toBe(0);
    expect(await count(`batch_job_records where job_id in ('${body.id}', '${undone.body.id}')`)).toBe(0);
  });

  it('remains one request up to the limit of a request', async () => {
    const name = await group(5);
    const { status, body } = await change(name, 5, { pages: 7 });
    expect([status, body.count]).toEqual([200, 5]);
    expect((await undo(body.batch)).status).toBe(200);
  });

  it('is rejected if the filter finds another number of records, or the values are invalid', async () => {
    const name = await group(7);
    expect(await change(name, 6, { pages: 1 })).toMatchObject({
      status: 409,
      body: { code: 'SELECTION_CHANGED', count: 7 },
    });
    expect((await change(name, 7, { pages: 2000 })).status).toBe(400);
    expect((await change(name, 1.5, { pages: 1 })).status).toBe(400);
    expect(await count(`batch_job_records`)).toBe(0);
  });

  it('writes the records that were found when it started, whatever happens to them', async () => {
    const name = await group(7);
    const titles = await rows<{ title: string }>(
      `select title from notes where "group" = '${name}' order by id`,
    );
    onWrite[titles[0]!.title] = async (writing) => {
      const db = kyselyOf(writing);
      // One no longer matches the filter, another is gone, a new one matches it.
      await sql`update notes set "group" = 'elsewhere' where title = ${titles[4]!.title}`.execute(db);
      await sql`delete from notes where title = ${titles[5]!.title}`.execute(db);
    };
    const { body } = await change(name, 7, { pages: 600 });
    expect(await ended(body.id)).toMatchObject({ state: 'done', done: 7, changed: 6, skipped: 1 });
    expect(await count(`notes where "group" = 'elsewhere' and pages = 600`)).toBe(1);
  });

  it('stops at a portion with a rejected record, names it, and continues when resumed', async () => {
    const name = await group(8);
    const titles = (
      await rows<{ title: string }>(`select title from notes where "group" = '${name}' order by id`)
    ).map(({ title }) => title);
    onWrite[titles[4]!] = () => {
      throw new ApiError('CONFLICT', { reason: { key: 'notes.locked', message: 'This note is locked' } });
    };
    const { body } = await change(name, 8, { pages: 700 });
    expect(await ended(body.id)).toMatchObject({
      state: 'failed',
      done: 3,
      changed: 3,
      error: { code: 'CONFLICT', reason: { key: 'notes.locked' }, record: { label: titles[4] } },
    });
    expect(await count(`notes where "group" = '${name}' and pages = 700`)).toBe(3);
    onWrite = {};
    expect((await post(`/api/history/batches/${body.id}/resume`)).status).toBe(202);
    expect(await ended(body.id)).toMatchObject({ state: 'done', done: 8, changed: 8, error: null });
    expect(await post(`/api/history/batches/${body.id}/resume`)).toMatchObject({
      status: 409,
      body: { errors: { batch: [{ key: 'errors.batchEnded' }] } },
    });
    const undone = await undo(body.id);
    expect(await ended(undone.body.id)).toMatchObject({ state: 'done', changed: 8 });
  });

  it('stops after its current portion when it is cancelled; its changes can be undone', async () => {
    const name = await group(8);
    const all = await rows<{ title: string }>(
      `select title from notes where "group" = '${name}' order by id`,
    );
    // Like a request to cancel it in the middle of its second portion.
    onWrite[all[4]!.title] = async (writing) =>
      sql`update batch_jobs set is_cancelled = true where state = 'running'`.execute(kyselyOf(writing));
    const { body } = await change(name, 8, { pages: 800 });
    const end = await ended(body.id);
    expect(end).toMatchObject({ state: 'cancelled', done: 6, changed: 6, error: null });
    expect(await count(`notes where "group" = '${name}' and pages = 800`)).toBe(end.done);
    expect((await post(`/api/history/batches/${body.id}/cancel`)).body.state).toBe('cancelled');
    onWrite = {};
    const undone = await undo(body.id);
    expect(await ended(undone.body.id)).toMatchObject({ state: 'done', total: end.done, changed: end.done });
    expect(await count(`notes where "group" = '${name}' and pages = 800`)).toBe(0);
    expect(await post(`/api/history/batches/${body.id}/resume`)).toMatchObject({
      status: 409,
      body: { errors: { batch: [{ key: 'errors.batchEnded' }] } },
    });
  });

  it('is started once per Idempotency-Key, even after it has finished', async () => {
    const name = await group(6);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await change(name, 6, { pages: 11 }, headers);
    await ended(first.body.id);
    const again = await change(name, 6, { pages: 11 }, headers);
    expect(again).toMatchObject({ status: 202, body: { id: first.body.id, state: 'done' } });
    expect(await change(name, 6, { pages: 12 }, headers)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const key = { 'idempotency-key': randomUUID() };
    const undone = await post(`/api/history/batches/${first.body.id}/undo`, {}, key);
    await ended(undone.body.id);
    expect((await post(`/api/history/batches/${first.body.id}/undo`, {}, key)).body.id).toBe(undone.body.id);
  });

  it('is listed for its user until they dismiss it, and for no other user', async () => {
    const name = await group(6);
    const { body } = await change(name, 6, { pages: 13 });
    const listed = async () =>
      (await admin.call('/api/history/batches')).body.map(({ id }: BatchJob) => id) as string[];
    expect(await listed()).toContain(body.id);
    await ended(body.id);
    expect(await listed()).toContain(body.id);
    expect((await post(`/api/history/batches/${body.id}/dismiss`)).status).toBe(204);
    expect(await listed()).not.toContain(body.id);
    const other = server.browser();
    other.adopt(await openSession(server, 'other@example.com'));
    for (const path of ['', '/cancel', '/resume', '/dismiss', '/undo']) {
      const call = path === '' ? {} : { method: 'POST', json: {} };
      expect((await other.call(`/api/history/batches/${body.id}${path}`, call)).status).toBe(404);
    }
  });

  it('is listed with the running imports of its user', async () => {
    const [user] = await rows<{ id: string }>(`select id from users where email = '${ADMIN}'`);
    await rows(`insert into imports (id, resource, actor_id, name, size, total, done, delimiter, columns, state, created_at)
      values ('01900000-0000-7000-8000-0000000000aa', 'notes', '${user!.id}', 'f', 1, 9, 4, ',', '[]', 'importing', now())`);
    const { body } = await admin.call('/api/history/batches');
    expect(body[0]).toMatchObject({ kind: 'import', resource: 'notes', state: 'running', done: 4, total: 9 });
    await rows(`delete from imports where id = '01900000-0000-7000-8000-0000000000aa'`);
  });

  it('writes each portion once if two servers run it', async () => {
    const name = await group(9);
    const { body } = await change(name, 9, { pages: 14 });
    // Like another server that considers this one dead.
    await server.database.execute({
      sql: `insert into pgboss.job (name, data) values ('batch', $1::jsonb)`,
      parameters: [JSON.stringify({ id: body.id })],
    });
    expect(await ended(body.id)).toMatchObject({ state: 'done', done: 9, changed: 9 });
    expect(await count(`history where batch = '${body.id}'`)).toBe(9);
  });
});

describe('an undo with a job', () => {
  it('leaves records that have been changed since, and counts them', async () => {
    const name = await group(7);
    const { body } = await change(name, 7, { pages: 21 });
    await ended(body.id);
    const [changed] = await rows<{ id: string }>(`select id from notes where "group" = '${name}' limit 1`);
    await admin.call(`/api/notes/${changed!.id}`, { method: 'PATCH', json: { pages: 22 } });
    const undone = await undo(body.id);
    expect(await ended(undone.body.id)).toMatchObject({ state: 'done', done: 7, changed: 6, skipped: 1 });
    expect(await count(`notes where "group" = '${name}' and pages = 22`)).toBe(1);
    expect(await count(`notes where "group" = '${name}' and pages = 21`)).toBe(0);
  });

  it('is rejected while the batch is still being written or undone', async () => {
    const name = await group(7);
    const { body } = await change(name, 7, { pages: 31 });
    await ended(body.id);
    await rows(`update batch_jobs set state = 'running' where id = '${body.id}'`);
    const busy = { status: 409, body: { errors: { batch: [{ key: 'errors.batchBusy' }] } } };
    expect(await undo(body.id)).toMatchObject(busy);
    await rows(`update batch_jobs set state = 'done' where id = '${body.id}'`);
    const undone = await undo(body.id);
    await ended(undone.body.id);
    await rows(`update batch_jobs set state = 'running' where id = '${undone.body.id}'`);
    expect(await undo(body.id)).toMatchObject(busy);
  });

  it('can be undone itself', async () => {
    const name = await group(6);
    const { body } = await change(name, 6, { pages: 41 });
    await ended(body.id);
    const undone = await undo(body.id);
    await ended(undone.body.id);
    const again = await undo(undone.body.id);
    expect(await ended(again.body.id)).toMatchObject({ state: 'done', changed: 6 });
    expect(await count(`notes where "group" = '${name}' and pages = 41`)).toBe(6);
  });
});

describe('a deletion of more records than a request writes', () => {
  const create = async (resource: string, values: object): Promise<string> =>
    (await post(`/api/${resource}`, values)).body.id;

  it('deletes the leaves of a tree first, with dependent records, and restores all of them', async () => {
    const ids: string[] = [];
    // The first is the root, whose id would put it into the first portion.
    for (let n = 0; n < 8; n++)
      ids.push(await create('folders', { name: `Folder ${n}`, ...(n > 0 && { parent: ids[n - 1] }) }));
    const [first, , third] = ids;
    await create('pages', { name: 'along', folder: third, copied: first });
    await create('pages', { name: 'kept', copied: third });
    const reported = await post('/api/folders/bulk/deletion', { select: { query: '', count: 8 } });
    expect(reported.body).toMatchObject({ deleted: [{ resource: 'pages', total: 1 }], blocking: [] });
    const { status, body } = await post('/api/folders/bulk', {
      select: { query: '', count: 8 },
      action: 'delete',
    });
    expect(status).toBe(202);
    expect(await ended(body.id)).toMatchObject({ state: 'done', changed: 8, skipped: 0 });
    expect([await count('folders'), await count('pages')]).toEqual([0, 1]);
    const undone = await undo(body.id);
    expect(await ended(undone.body.id)).toMatchObject({ state: 'done', skipped: 0, error: null });
    const below = await rows<{ id: string; parent_id: string }>(
      'select id, parent_id from folders order by name',
    );
    expect(below.map(({ id, parent_id: parent }) => [id, parent])).toEqual(
      ids.map((id, n) => [id, n === 0 ? null : ids[n - 1]]),
    );
    expect(await rows('select name, folder_id, copied_id from pages order by name')).toEqual([
      { name: 'along', folder_id: third, copied_id: first },
      { name: 'kept', folder_id: null, copied_id: third },
    ]);
  });

  it('archives first, restores from the archive, and deletes permanently there', async () => {
    for (let n = 0; n < 7; n++) await create('papers', { title: `Paper ${n}` });
    const work = async (query: string, action: string) => {
      const { body } = await post('/api/papers/bulk', { select: { query, count: 7 }, action });
      return ended(body.id);
    };
    expect(await work('', 'delete')).toMatchObject({ kind: 'archive', state: 'done', changed: 7 });
    expect(await work('archived=true', 'restore')).toMatchObject({ kind: 'restore', changed: 7 });
    const archived = await work('', 'delete');
    const back = await undo(archived.id);
    expect(await ended(back.body.id)).toMatchObject({ state: 'done', changed: 7 });
    await work('', 'delete');
    expect(await work('archived=true', 'delete')).toMatchObject({ kind: 'delete', changed: 7 });
    expect(await count('papers')).toBe(0);
  });
});

it('a total is exact on request, however many records there are', async () => {
  const name = await group(6);
  const { headers } = await admin.call(`/api/notes?group=${name}&_total=exact&_end=1`);
  expect([headers.get('x-total-count'), headers.get('x-total-exact')]).toEqual(['6', null]);
  expect((await admin.call(`/api/notes?_total=some`)).status).toBe(400);
});

// On the embedded database, which has one connection, such a request waits instead.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a request with the key of a running one', () => {
  /** Sends a request while a transaction holds its key, then after it. */
  async function whileRunning(path: string, json: object | string) {
    const key = randomUUID();
    const [user] = await rows<{ id: string }>(`select id from users where email = '${ADMIN}'`);
    const { id } = toStoredKey({ actor: { ...ACTOR, id: user!.id }, key, request: [] });
    const send = async () => {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          cookie: admin.cookies,
          origin: server.url,
          'idempotency-key': key,
          'content-type': typeof json === 'string' ? 'text/csv' : 'application/json',
        },
        body: typeof json === 'string' ? json : JSON.stringify(json),
      });
      return {
        status: response.status,
        after: response.headers.get('retry-after'),
        body: await response.json(),
      };
    };
    await server.database.em().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [id]);
      expect(await send()).toMatchObject({
        status: 409,
        after: '2',
        body: { code: 'IDEMPOTENCY_KEY_IN_USE' },
      });
    });
    const { status, body } = await send();
    expect([200, 201, 202]).toContain(status);
    return body;
  }

  it('receives 409 for a change of several records, and its undo', async () => {
    const name = await group(2);
    const select = { query: `group=${name}`, count: 2 };
    const { batch } = await whileRunning('/api/notes/bulk', {
      select,
      action: 'update',
      values: { pages: 3 },
    });
    await whileRunning(`/api/history/batches/${batch}/undo`, {});
    expect(await count(`history where batch = '${batch}'`)).toBe(2);
  });

  it('receives 409 for a job and its undo, and starts nothing', async () => {
    const name = await group(7);
    const select = { query: `group=${name}`, count: 7 };
    const { id } = await whileRunning('/api/notes/bulk', { select, action: 'update', values: { pages: 51 } });
    expect(await ended(id)).toMatchObject({ state: 'done', changed: 7 });
    const undone = await whileRunning(`/api/history/batches/${id}/undo`, {});
    expect(await ended(undone.id)).toMatchObject({ state: 'done', changed: 7 });
  });

  it('receives 409 for the upload, the check and the run of an import', async () => {
    const { id } = await whileRunning('/api/notes/import', 'title,pages\nImported,4');
    const state = async () => (await admin.call(`/api/imports/${id}`)).body.state;
    await whileRunning(`/api/imports/${id}/check`, { mapping: ['title', 'pages'], matchBy: null });
    await expect.poll(state).toBe('checked');
    await whileRunning(`/api/imports/${id}/run`, { mode: 'all' });
    await expect.poll(state).toBe('done');
    expect(await count(`notes where title = 'Imported'`)).toBe(1);
  });
});
