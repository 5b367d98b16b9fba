import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { ResourceHooks } from '#backend/records/resources/hooks.ts';
import { kyselyOf } from '#backend/records/resources/stages/write-connection.ts';
import { askUntil } from '#backend/testing/ask-until.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

/** Code that runs in the transaction that creates the pupil `now`. */
let event: { sql: string; id: string } | undefined;

const pupils: ResourceHooks = {
  beforeCreate: async ({ name }, writing) => {
    if (name === 'unwanted') throw new ApiError('CONFLICT', { message: 'Not this one' });
    if (name === 'now' && event) await sql.raw(`${event.sql} = '${event.id}'`).execute(kyselyOf(writing));
    return undefined;
  },
};

let ctx: SchoolFixture;
beforeAll(async () => {
  ctx = await SchoolFixture.start({ extensions: { ...noExtensions, hooks: { pupils } } });
});
afterAll(() => ctx?.close());

const csv = (...lines: string[]) => lines.join('\r\n');
const importsOf = ({ browser }: Pick<SchoolUser, 'browser'>) => new ImportFixture(ctx.server.url, browser);
const userOf = async (email: string) =>
  (
    await ctx.rows<{ role: string; email: string }>('select role, email from users where email = $1', [email])
  )[0];

/** Uploads, checks and runs a file with an API key; returns the state after the check and after the run. */
async function importByKey(owner: SchoolUser, given: { resource: string; file: string; matchBy?: string }) {
  const { key } = await ctx.apiKey(owner);
  const call = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(ctx.server.url + path, { ...init, headers });
    return { status: response.status, body: await response.json() };
  };
  const json = (value: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
  const { body } = await call(`/api/${given.resource}/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: given.file,
  });
  const mapping = body.columns.map(({ heading }: { heading: string }) => heading);
  const ended = () =>
    askUntil(
      async () => (await call(`/api/imports/${body.id}`, {})).body,
      ({ state }) => state !== 'checking' && state !== 'importing',
    );
  await call(`/api/imports/${body.id}/check`, json({ mapping, matchBy: given.matchBy ?? null }));
  const checked = await ended();
  await call(`/api/imports/${body.id}/run`, json({ mode: 'valid' }));
  return { checked, run: await ended() };
}

describe('an import of users', () => {
  it('makes no user an administrator with an API key, neither at the check nor at the run', async () => {
    const file = csv('email,role', 'by-key@example.com,admin', 'guardian-by-key@example.com,guardian');
    const { checked, run } = await importByKey(ctx.admin, { resource: 'users', file });
    expect(checked).toMatchObject({ state: 'checked', invalid: 1, created: 1 });
    expect(run).toMatchObject({ state: 'done', created: 1 });
    expect(await userOf('by-key@example.com')).toBeUndefined();
    expect(await userOf('guardian-by-key@example.com')).toMatchObject({ role: 'guardian' });
  });

  it('rejects invalid names at the check, of new and of present users', async () => {
    const { teacher } = ctx.north;
    const imports = importsOf(ctx.admin);
    const file = csv('email,name', 'tagged@example.com,<b>Bold</b>', 'plain@example.com,Plain');
    const created = await imports.check('users', { file });
    expect(await imports.invalidRows(created.id)).toEqual([[1, { name: ['errors.invalid'] }]]);
    const change = csv('id,name', `${teacher.id},<b>Bold</b>`);
    const updated = await imports.check('users', { file: change, matchBy: 'id' });
    expect(await imports.invalidRows(updated.id)).toEqual([[1, { name: ['errors.invalid'] }]]);
  });

  it('changes no role and moves no address with an API key', async () => {
    const victim = await ctx.user('teacher', ctx.north);
    const roles = csv('email,role', `${victim.email},admin`);
    const byKey = await importByKey(ctx.admin, { resource: 'users', file: roles, matchBy: 'email' });
    expect(byKey.run).toMatchObject({ invalid: 1, updated: 0 });
    const moved = csv('id,email', `${victim.id},moved@example.com`);
    expect(
      (await importByKey(ctx.admin, { resource: 'users', file: moved, matchBy: 'id' })).run,
    ).toMatchObject({
      invalid: 1,
      updated: 0,
    });
    expect(await userOf(victim.email)).toMatchObject({ role: 'teacher' });
  });

  it("does neither with a session that is older than a day, and both with a new one, except for the user's own role", async () => {
    const admin = await ctx.user('admin');
    const victim = await ctx.user('teacher', ctx.north);
    const imports = importsOf(admin);
    const file = csv(
      'email,role',
      `${victim.email},registrar`,
      `new-${admin.email},admin`,
      `${admin.email},guardian`,
    );
    const roleOf = async (email: string) => (await userOf(email))?.role;
    await ctx.age(admin);
    const stale = await imports.check('users', { file, matchBy: 'email' });
    expect(stale).toMatchObject({ invalid: 3, created: 0, updated: 0 });
    await imports.run(stale.id, 'valid');
    expect([await roleOf(victim.email), await roleOf(`new-${admin.email}`)]).toEqual(['teacher', undefined]);
    await ctx.rows('update sessions set created_at = now() where user_id = $1', [admin.id]);
    const fresh = await imports.check('users', { file, matchBy: 'email' });
    expect(fresh).toMatchObject({ invalid: 1, created: 1, updated: 1 });
    // The session that runs an import is checked again.
    await ctx.age(admin);
    const late = await imports.run(fresh.id, 'valid');
    expect(late).toMatchObject({ created: 0, updated: 0, invalid: 3 });
    await ctx.rows('update sessions set created_at = now() where user_id = $1', [admin.id]);
    const again = await imports.check('users', { file, matchBy: 'email' });
    expect(await imports.run(again.id, 'valid')).toMatchObject({ created: 1, updated: 1 });
    expect(await roleOf(admin.email)).toBe('admin');
    expect([await roleOf(victim.email), await roleOf(`new-${admin.email}`)]).toEqual(['registrar', 'admin']);
  });

  it('by a limited administrator neither creates nor changes users of another school', async () => {
    const { registrar } = ctx.north;
    const file = csv('email,school.id', `x-${registrar.email},${ctx.south.id}`);
    const checked = await importsOf(registrar).check('users', { file });
    expect(checked).toMatchObject({ invalid: 1, created: 0 });
    const { teacher } = ctx.south;
    const other = csv('id,name', `${teacher.id},Mine`);
    expect(await importsOf(registrar).check('users', { file: other, matchBy: 'id' })).toMatchObject({
      invalid: 1,
    });
  });
});

describe('a running import', () => {
  // A portion has 500 records.
  const file = csv('name', ...Array.from({ length: 501 }, (_, at) => (at === 10 ? 'now' : `Pupil ${at}`)));
  const count = async () =>
    (
      await ctx.rows<{ count: number }>("select count(*)::int as count from pupils where name like 'Pupil %'")
    )[0]!.count;

  // The portions of both modes ask for the user in the same way.
  it.each([
    ['its session ends', 'delete from sessions where user_id', 'errors.actorSessionEnded', ['valid', 'all']],
    ['its user is banned', 'update users set banned = true where id', 'errors.actorGone', ['valid']],
    ['its user is demoted', "update users set role = 'guardian' where id", 'errors.actorRights', ['valid']],
    [
      'its user moves to another tenant',
      "update users set school_id = (select id from schools where name = 'South') where id",
      'errors.actorRights',
      ['all'],
    ],
  ])('stops before the next portion when %s, and reports why', async (_, statement, key, modes) => {
    for (const mode of modes) {
      const registrar = await ctx.user('registrar', ctx.north);
      event = undefined;
      const imports = importsOf(registrar);
      const { id, invalid } = await imports.check('pupils', { file });
      expect(invalid).toBe(0);
      const before = await count();
      event = { sql: statement, id: registrar.id };
      await ctx.call(registrar, 'POST', `/api/imports/${id}/run`, { mode });
      const state = async () =>
        (
          await ctx.rows<{ state: string; error: { key: string } | null }>(
            'select state, error from imports where id = $1',
            [id],
          )
        )[0]!;
      await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('failed');
      expect((await state()).error).toMatchObject({ key });
      const made = (await count()) - before;
      expect([mode, made]).toEqual([mode, mode === 'all' ? 0 : 499]);
    }
    event = undefined;
  });

  it('does not start for another tenant than the check was for', async () => {
    const registrar = await ctx.user('registrar', ctx.north);
    event = undefined;
    const imports = importsOf(registrar);
    const { id } = await imports.check('pupils', { file: csv('name', 'Moving') });
    const moveTo = (school: { id: string }) =>
      ctx.rows('update users set school_id = $1 where id = $2', [school.id, registrar.id]);
    const made = () => ctx.rows("select school_id from pupils where name = 'Moving'");
    await moveTo(ctx.south);
    expect(await ctx.call(registrar, 'POST', `/api/imports/${id}/run`, { mode: 'valid' })).toMatchObject({
      status: 409,
      body: { errors: { file: [{ key: 'errors.actorRights' }] } },
    });
    expect(await made()).toEqual([]);
    await moveTo(ctx.north);
    expect(await imports.run(id, 'valid')).toMatchObject({ state: 'done', created: 1 });
    expect(await made()).toEqual([{ school_id: ctx.north.id }]);
  });

  it('does not start without the right, which its user had when it was checked', async () => {
    const registrar = await ctx.user('registrar', ctx.north);
    event = undefined;
    const imports = importsOf(registrar);
    const { id } = await imports.check('pupils', { file: csv('name', 'Late') });
    const become = (role: string) =>
      ctx.rows('update users set role = $1 where id = $2', [role, registrar.id]);
    await become('guardian');
    expect(await ctx.call(registrar, 'POST', `/api/imports/${id}/run`, { mode: 'valid' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    await become('registrar');
    expect(await imports.run(id, 'valid')).toMatchObject({ state: 'done', created: 1 });
  });

  it('stops before the next portion when its API key is revoked', async () => {
    const registrar = await ctx.user('registrar', ctx.north);
    event = undefined;
    const { checked } = await importByKey(registrar, { resource: 'pupils', file: csv('name', 'One') });
    expect(checked).toMatchObject({ state: 'checked', invalid: 0 });
    event = { sql: 'update api_keys set revoked_at = now() where user_id', id: registrar.id };
    const before = await count();
    await importByKey(registrar, { resource: 'pupils', file }).catch(() => undefined);
    const last = () =>
      ctx.rows<{ state: string; error: { key: string } | null }>(
        'select state, error from imports where actor_id = $1 order by created_at desc limit 1',
        [registrar.id],
      );
    await expect.poll(async () => (await last())[0]!.state, { timeout: 20_000 }).toBe('failed');
    expect((await last())[0]!.error).toMatchObject({ key: 'errors.actorKeyGone' });
    expect((await count()) - before).toBe(499);
    event = undefined;
  });
});

describe('the check of an import', () => {
  it('runs the hooks, and changes nothing', async () => {
    const imports = importsOf(ctx.north.registrar);
    const checked = await imports.check('pupils', { file: csv('name', 'Checked', 'unwanted') });
    expect(checked).toMatchObject({ invalid: 1, created: 1 });
    expect(await imports.invalidRows(checked.id)).toEqual([[2, { record: ['errors.rejected'] }]]);
    expect(await ctx.rows("select 1 from pupils where name = 'Checked'")).toEqual([]);
    expect(await ctx.rows("select 1 from history where changes -> 'name' ->> 'after' = 'Checked'")).toEqual(
      [],
    );
  });

  it('makes a run of all lines report that some are invalid', async () => {
    const { registrar } = ctx.north;
    const { id } = await importsOf(registrar).check('pupils', { file: csv('name', 'Right', 'unwanted') });
    const { status, body } = await ctx.call(registrar, 'POST', `/api/imports/${id}/run`, { mode: 'all' });
    expect(status).toBe(409);
    expect(body.errors.file).toMatchObject([{ key: 'errors.importInvalidLines' }]);
    expect(body.message).toContain('invalid lines');
  });
});

describe('an import of a record with references that its user may not read', () => {
  it('changes the names next to them, and preserves hidden ones', async () => {
    const name = crypto.randomUUID();
    const add = (label: string, at: string) =>
      ctx.add('teachers', { name: `${label} ${name}`, schools: [at] });
    const [first, second] = [await add('First', ctx.north.id), await add('Second', ctx.north.id)];
    const elsewhere = await add('Elsewhere', ctx.south.id);
    const pupil = await ctx.add('pupils', { name, school: ctx.north.id, teachers: [first, elsewhere] });
    const registrar = importsOf(ctx.north.registrar);
    const change = async (teachers: string) => {
      const file = csv('id,teachers,teachers.id', `${pupil},${teachers}`);
      const { id } = await registrar.check('pupils', { file, matchBy: 'id' });
      expect(await registrar.invalidRows(id)).toEqual([]);
      expect(await registrar.run(id, 'all')).toMatchObject({ updated: 1 });
      const { body } = await ctx.admin.browser.call(`/api/pupils/${pupil}`);
      return body.teachers.map((one: { id: string }) => one.id).toSorted();
    };
    expect(await change(`SECOND ${name},${first}`)).toEqual([second, elsewhere].toSorted());
    expect(await change(`,${second}`)).toEqual([elsewhere]);
    expect(await change(',')).toEqual([elsewhere]);
  });
});
