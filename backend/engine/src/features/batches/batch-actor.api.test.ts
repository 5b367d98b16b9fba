import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import type { ResourceHooks } from '#backend/records/resources/hooks.ts';
import { kyselyOf } from '#backend/records/resources/stages/write-connection.ts';
import { endedBatch, FEW } from '#backend/testing/batch-jobs.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { SchoolFixture } from '#backend/testing/school-fixture.ts';
import { startServer } from '#backend/testing/server.ts';
import { openSessionOf } from '#backend/testing/session-fixtures.ts';

/** Code that runs in the transaction of the first portion. */
let event: string | undefined;

const once: ResourceHooks = {
  beforeUpdate: async (_, writing) => {
    const statement = event;
    event = undefined;
    if (statement) await sql.raw(statement).execute(kyselyOf(writing));
    return undefined;
  },
};

let ctx: SchoolFixture;
beforeAll(async () => {
  const extensions = { ...noExtensions, hooks: { pupils: once } };
  ctx = await SchoolFixture.start({ extensions, batchSizes: FEW });
});
afterAll(() => ctx?.close());
beforeEach(() => {
  event = undefined;
});

let groups = 0;

/** Creates seven pupils of a school; returns the query that finds them. */
async function pupils(school: string): Promise<string> {
  const name = `Class${++groups}x`;
  for (let n = 0; n < 7; n++) await ctx.add('pupils', { name: `${name} ${n}`, school });
  return `q=${name}`;
}

const rename = (query: string, count = 7) => ({
  select: { query, count },
  action: 'update',
  values: { name: 'Renamed' },
});
const renamed = async () =>
  (await ctx.rows<{ n: number }>("select count(*)::int as n from pupils where name = 'Renamed'"))[0]!.n;
/** Returns the state of the newest job, which its user may no longer be able to request. */
const newest = async () =>
  (
    await ctx.rows<{ id: string; state: string; done: number; error: { errors: object } | null }>(
      'select id, state, done, error from batch_jobs order by created_at desc limit 1',
    )
  )[0]!;
const stopped = async () => {
  await expect.poll(async () => (await newest()).state, { timeout: 20_000 }).not.toBe('running');
  return newest();
};

describe('a running batch job', () => {
  it.each([
    ['its session ends', 'delete from sessions where user_id', 'errors.actorSessionEnded'],
    ['its user is banned', 'update users set banned = true where id', 'errors.actorGone'],
    ['its user is demoted', "update users set role = 'guardian' where id", 'errors.actorRights'],
  ])(
    'stops before the next portion when %s, says why, and the written portions remain one batch',
    async (_, act, key) => {
      const registrar = await ctx.user('registrar', ctx.north);
      const query = await pupils(ctx.north.id);
      const before = await renamed();
      event = `${act} = '${registrar.id}'`;
      expect((await ctx.call(registrar, 'POST', '/api/pupils/bulk', rename(query))).status).toBe(202);
      const job = await stopped();
      expect(job).toMatchObject({ state: 'failed', done: 3, error: { errors: { batch: [{ key }] } } });
      expect((await renamed()) - before).toBe(3);
      const changes = await ctx.rows(`select 1 from history where batch = '${job.id}'`);
      expect(changes).toHaveLength(3);
    },
  );

  it('stops when its API key is revoked or has become read-only', async () => {
    for (const [act, error] of [
      ['revoked_at = now()', { errors: { batch: [{ key: 'errors.actorKeyGone' }] } }],
      ['read_only = true', { errors: { batch: [{ key: 'errors.actorRights' }] } }],
    ] as const) {
      const registrar = await ctx.user('registrar', ctx.north);
      const { id, key } = await ctx.apiKey(registrar);
      const query = await pupils(ctx.north.id);
      event = `update api_keys set ${act} where id = '${id}'`;
      const response = await fetch(`${ctx.server.url}/api/pupils/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(rename(query)),
      });
      expect(response.status).toBe(202);
      expect(await stopped()).toMatchObject({ state: 'failed', done: 3, error });
    }
  });

  it('stops when its user has moved to another tenant, instead of skipping the records', async () => {
    const registrar = await ctx.user('registrar', ctx.north);
    const query = await pupils(ctx.north.id);
    event = `update users set school_id = '${ctx.south.id}' where id = '${registrar.id}'`;
    await ctx.call(registrar, 'POST', '/api/pupils/bulk', rename(query));
    expect(await stopped()).toMatchObject({ state: 'failed', done: 3, error: { code: 'FORBIDDEN' } });
  });

  it('reaches no record of another tenant, neither by its selection nor by an undo', async () => {
    const query = await pupils(ctx.north.id);
    const south = ctx.south.registrar;
    expect(await ctx.call(south, 'POST', '/api/pupils/bulk', rename(query))).toMatchObject({
      status: 409,
      body: { code: 'SELECTION_CHANGED', count: 0 },
    });
    const north = ctx.north.registrar;
    const { body } = await ctx.call(north, 'POST', '/api/pupils/bulk', rename(query));
    await endedBatch(north.browser, body.id);
    const path = `/api/history/batches/${body.id}/undo`;
    expect((await ctx.call(south, 'POST', path)).status).toBe(404);
    expect((await ctx.call(ctx.admin, 'POST', path)).status).toBe(403);
  });

  it('is resumed by a new session of its user, and by no other user', async () => {
    const registrar = await ctx.user('registrar', ctx.north);
    const query = await pupils(ctx.north.id);
    event = `update users set banned = true where id = '${registrar.id}'`;
    await ctx.call(registrar, 'POST', '/api/pupils/bulk', rename(query));
    const { id } = await stopped();
    await ctx.rows(`update users set banned = false where id = '${registrar.id}'`);
    expect((await ctx.call(ctx.admin, 'POST', `/api/history/batches/${id}/resume`, {})).status).toBe(404);
    expect((await ctx.call(registrar, 'POST', `/api/history/batches/${id}/resume`, {})).status).toBe(202);
    expect(await endedBatch(registrar.browser, id)).toMatchObject({ state: 'done', done: 7, changed: 7 });
  });
});

const endsOfAdmins = [
  ['is banned', 'update users set banned = true where id', 'errors.actorSessionEnded'],
  ['is demoted', "update users set role = 'guardian' where id", 'errors.actorRights'],
  [
    'has signed out',
    'delete from sessions where impersonated_by is null and user_id',
    'errors.actorSessionEnded',
  ],
] as const;

describe('a job that an admin has started as another user', () => {
  it.each(endsOfAdmins)('stops before the next portion when the admin %s', async (_, act, key) => {
    const admin = await ctx.user('admin');
    const teacher = await ctx.user('teacher', ctx.north);
    expect((await ctx.call(admin, 'POST', `/api/users/${teacher.id}/impersonate`)).status).toBe(204);
    const query = await pupils(ctx.north.id);
    event = `${act} = '${admin.id}'`;
    expect((await ctx.call(admin, 'POST', '/api/pupils/bulk', rename(query))).status).toBe(202);
    expect(await stopped()).toMatchObject({ done: 3, error: { errors: { batch: [{ key }] } } });
  });

  it('stops before the next portion when the user becomes an administrator', async () => {
    const admin = await ctx.user('admin');
    const teacher = await ctx.user('teacher', ctx.north);
    await ctx.call(admin, 'POST', `/api/users/${teacher.id}/impersonate`);
    const query = await pupils(ctx.north.id);
    event = `update users set role = 'registrar' where id = '${teacher.id}'`;
    expect((await ctx.call(admin, 'POST', '/api/pupils/bulk', rename(query))).status).toBe(202);
    expect(await stopped()).toMatchObject({
      done: 3,
      error: { errors: { batch: [{ key: 'errors.actorRights' }] } },
    });
  });

  it('stops an import too', async () => {
    const suggestions: ResourceHooks = {
      beforeCreate: async ({ title }, writing) => {
        if (title === event?.split(':')[0]) await sql.raw(event!.split(':')[1]!).execute(kyselyOf(writing));
        return undefined;
      },
    };
    const server = await startServer({}, undefined, { ...noExtensions, hooks: { suggestions } });
    for (const [what, act, key] of endsOfAdmins) {
      const email = (role: string) => `${role}-${what.replaceAll(' ', '-')}@example.com`;
      const { user } = await openSessionOf(server, { role: 'user', email: email('user') });
      const admin = await openSessionOf(server, { role: 'admin', email: email('admin') });
      const browser = server.browser();
      browser.adopt(admin.cookie);
      const begun = await browser.call(`/api/users/${user.id}/impersonate`, { method: 'POST' });
      expect(begun.status).toBe(204);
      const imports = new ImportFixture(server.url, browser);
      const titles = Array.from({ length: 900 }, (_, at) => `${what} ${at}`);
      const { id, invalid } = await imports.check('suggestions', { file: ['title', ...titles].join('\n') });
      expect(invalid).toBe(0);
      event = `${titles[10]}:${act.replace('guardian', 'user')} = '${admin.user.id}'`;
      expect((await browser.call(`/api/imports/${id}/run`, { json: { mode: 'valid' } })).status).toBe(202);
      const state = async () => {
        const statement = {
          sql: 'select state, error, created from imports where id = $1',
          parameters: [id],
        };
        return (await server.database.execute<{ state: string }>(statement))[0]!;
      };
      await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('failed');
      expect(await state()).toMatchObject({ error: { key }, created: 500 });
    }
    await server.close();
  });
});
