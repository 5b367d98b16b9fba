import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { SchoolFixture, type SchoolRole, type SchoolUser } from '#backend/testing/school-fixture.ts';

let ctx: SchoolFixture;
beforeAll(async () => {
  ctx = await SchoolFixture.start();
});
afterAll(() => ctx?.close());

const get = async (who: SchoolUser, path: string) => {
  const { status, body } = await ctx.call(who, 'GET', path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** Returns a response as text; an export is CSV. */
const textOf = async ({ browser }: SchoolUser, path: string) => {
  const response = await browser.fetch(path);
  expect(response.status).toBe(200);
  return response.text();
};
const send = async (who: SchoolUser, method: string, path: string, json?: unknown) => {
  const { status, body } = await ctx.call(who, method, path, json);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};
const schoolsOf = async (id: string): Promise<string[]> =>
  (await get(ctx.admin, `/api/teachers/${id}`)).schools.map((one: { id: string }) => one.id).toSorted();
const shared = () => ctx.add('teachers', { name: 'Wanjiru', schools: [ctx.north.id, ctx.south.id] });
const both = () => [ctx.north.id, ctx.south.id].toSorted();

describe('a record that a user may not read, among several references', () => {
  it('is not shown anywhere', async () => {
    const id = await shared();
    const { registrar } = ctx.north;
    await send(registrar, 'PATCH', `/api/teachers/${id}`, { name: 'Wanjirũ' });
    await send(ctx.admin, 'PATCH', `/api/teachers/${id}`, { schools: [ctx.north.id] });
    await send(ctx.admin, 'PATCH', `/api/teachers/${id}`, { schools: [ctx.south.id, ctx.north.id] });
    const doors = [
      ...[`/api/teachers/${id}`, `/api/teachers?id=${id}`, `/api/teachers?schools=${ctx.north.id}`],
      ...[`/api/teachers/export?id=${id}`, `/api/teachers/${id}/history`, '/api/history', '/api/dashboard'],
      '/api/history/export',
    ];
    for (const door of doors) expect(await textOf(registrar, door), door).not.toContain(ctx.south.id);
    expect((await get(registrar, `/api/teachers/${id}`)).schools).toEqual([
      { id: ctx.north.id, label: 'North' },
    ]);
    expect(await get(registrar, `/api/teachers?schools=${ctx.south.id}`)).toEqual([]);
    expect(await get(registrar, `/api/teachers?id=${id}&schools_ne=${ctx.south.id}`)).toHaveLength(1);
    // Changes of nothing else are not in their history.
    const changes = await get(registrar, `/api/teachers/${id}/history`);
    expect(changes.map((change: { changes: object }) => Object.keys(change.changes))).not.toContainEqual([
      'schools',
    ]);
  });

  it('remains after any write of theirs', async () => {
    const { registrar } = ctx.north;
    const id = await shared();
    const path = `/api/teachers/${id}`;
    await send(registrar, 'PATCH', path, { schools: [ctx.north.id] });
    expect(await schoolsOf(id)).toEqual(both());
    await send(registrar, 'PUT', path, { name: 'Put', schools: [ctx.north.id] });
    expect(await schoolsOf(id)).toEqual(both());
    const values = { name: 'Bulk', schools: [ctx.north.id] };
    await send(registrar, 'POST', '/api/teachers/bulk', { action: 'update', select: { ids: [id] }, values });
    expect(await schoolsOf(id)).toEqual(both());
    // Undoing one of their changes leaves what another user has added meanwhile.
    const [latest] = await get(registrar, `${path}/history`);
    await send(registrar, 'POST', `${path}/history/${latest.id}/undo`);
    expect(await schoolsOf(id)).toEqual(both());
  });

  it('is not restored by undoing what an administrator did', async () => {
    const id = await shared();
    const path = `/api/teachers/${id}`;
    await send(ctx.admin, 'PATCH', path, { name: 'Both at once', schools: [ctx.north.id] });
    const { registrar } = ctx.north;
    const [latest] = await get(registrar, `${path}/history`);
    const undone = await ctx.call(registrar, 'POST', `${path}/history/${latest.id}/undo`);
    expect(undone.status).toBe(403);
    expect(JSON.stringify(undone.body)).not.toContain(ctx.south.id);
    expect(await schoolsOf(id)).toEqual([ctx.north.id]);
  });
});

describe('a user whom the reader may not see', () => {
  it('is not named in the history, and matched by no filter', async () => {
    const { registrar, inspector, teacher } = ctx.north;
    const id = await shared();
    await send(ctx.south.registrar, 'PATCH', `/api/teachers/${id}`, { name: 'By the south' });
    await send(registrar, 'PATCH', `/api/teachers/${id}`, { name: 'By the north' });
    const hidden = [ctx.south.registrar.id, ctx.south.registrar.email, ctx.admin.id, ctx.admin.email];
    for (const reader of [registrar, inspector, teacher])
      for (const door of [
        `/api/teachers/${id}/history`,
        '/api/history',
        '/api/history/export',
        '/api/dashboard',
      ]) {
        const text = await textOf(reader, door);
        for (const one of hidden) expect(text, door).not.toContain(one);
        expect(text, door).toContain(registrar.email);
      }
    for (const user of [ctx.south.registrar, ctx.admin])
      expect(await get(registrar, `/api/history?user=${user.id}`)).toEqual([]);
    expect(await get(registrar, `/api/history?user=${registrar.id}&record=${id}`)).toHaveLength(1);
    expect(await get(ctx.admin, `/api/history?user=${ctx.south.registrar.id}&record=${id}`)).toHaveLength(1);
  });

  it('is not named through their API key', async () => {
    const id = await shared();
    const { id: keyId, key } = await ctx.apiKey(ctx.south.registrar);
    const response = await fetch(`${ctx.server.url}/api/teachers/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'By a key' }),
    });
    expect(response.status).toBe(200);
    const { registrar } = ctx.north;
    const [latest] = await get(registrar, `/api/teachers/${id}/history`);
    expect(latest).toMatchObject({ actor: null, apiKey: null, changes: { name: { after: 'By a key' } } });
    expect(await get(registrar, `/api/history?apiKey=${keyId}`)).toEqual([]);
    expect(await get(ctx.admin, `/api/history?apiKey=${keyId}`)).toHaveLength(1);
  });
});

describe('the history of a record that comes into the rows of another tenant', () => {
  it('remains visible to users who may read all rows', async () => {
    const [{ registrar }, south] = [ctx.north, ctx.south.registrar];
    const id = await ctx.add('pupils', { name: 'Secret of the north', school: ctx.north.id });
    const path = `/api/pupils/${id}`;
    await send(registrar, 'PATCH', path, { name: 'Known in the north' });
    const [before] = await get(registrar, `${path}/history`);
    await send(ctx.admin, 'PATCH', path, { name: 'Moved', school: ctx.south.id });
    await send(south, 'PATCH', path, { name: 'Of the south' });
    const seen = await get(south, `${path}/history`);
    expect(seen).toMatchObject([{ changes: { name: { before: 'Moved', after: 'Of the south' } } }]);
    for (const door of [`/api/history?record=${id}`, `/api/history/export?record=${id}`, '/api/dashboard']) {
      const text = await textOf(south, door);
      expect(text, door).not.toContain('of the north');
      expect(text, door).not.toContain('in the north');
    }
    expect((await ctx.call(south, 'POST', `${path}/history/${before.id}/undo`)).status).toBe(404);
    expect((await ctx.call(registrar, 'GET', `${path}/history`)).status).toBe(404);
    expect(await get(ctx.admin, `${path}/history`)).toHaveLength(4);
  });
});

describe('a file that a record has had', () => {
  const reportBy = async (who: SchoolUser, name: string) => {
    const address = `${ctx.server.url}/api/files?resource=pupils&field=report&name=${name}`;
    const response = await fetch(address, {
      method: 'POST',
      body: new Blob([name]),
      headers: { cookie: who.browser.cookies, origin: ctx.server.url, 'content-type': 'text/plain' },
    });
    return (await response.json()).id as string;
  };

  it('can be restored in its own school, but not after the record moves to another one', async () => {
    const [{ registrar }, south] = [ctx.north, ctx.south.registrar];
    const id = await ctx.add('pupils', { name: 'With a report', school: ctx.north.id });
    const path = `/api/pupils/${id}`;
    const [first, second] = [await reportBy(registrar, 'first.txt'), await reportBy(registrar, 'second.txt')];
    await send(registrar, 'PATCH', path, { report: first });
    await send(registrar, 'PATCH', path, { report: second });
    expect((await send(registrar, 'PATCH', path, { report: first })).report.id).toBe(first);
    await send(registrar, 'PATCH', path, { report: second });
    await send(ctx.admin, 'PATCH', path, { school: ctx.south.id });
    expect((await get(south, path)).report.id).toBe(second);
    expect(await ctx.call(south, 'PATCH', path, { report: first })).toMatchObject({
      status: 400,
      body: { errors: { report: [{ key: 'errors.fileNotFound' }] } },
    });
    // What the record has when it arrives can be removed and restored.
    await send(south, 'PATCH', path, { report: null });
    const [removal] = await get(south, `${path}/history`);
    await send(south, 'POST', `${path}/history/${removal.id}/undo`);
    expect((await get(south, path)).report.id).toBe(second);
    expect((await send(ctx.admin, 'PATCH', path, { report: first })).report.id).toBe(first);
  });
});

const moveTo = (user: SchoolUser, role: SchoolRole, school: string | null) =>
  ctx.rows('update users set role = $2, school_id = $3 where id = $1', [user.id, role, school]);

describe('a repeated creation', () => {
  it('returns what the user may see by then, or nothing if that is nothing', async () => {
    const admin = await ctx.user('admin');
    const key = newId();
    const values = { name: 'Achieng', salary: 90_000, schools: [ctx.north.id, ctx.south.id] };
    const repeat = async (json: object = values) => {
      const response = await admin.browser.fetch('/api/teachers', {
        method: 'POST',
        json,
        headers: { 'idempotency-key': key },
      });
      return { status: response.status, body: await response.json() };
    };
    const first = await repeat();
    expect(first).toMatchObject({ status: 201, body: { salary: 90_000 } });
    expect(await repeat()).toEqual(first);

    const { salary: _, ...shown } = first.body;
    await moveTo(admin, 'registrar', ctx.north.id);
    // The same request now has a field that the role does not know.
    expect((await repeat()).status).toBe(400);
    await moveTo(admin, 'inspector', ctx.north.id);
    expect(await repeat()).toMatchObject({ status: 403 });

    const plain = { name: 'Achieng', schools: [ctx.north.id] };
    const again = newId();
    const send = async () => {
      const response = await admin.browser.fetch('/api/teachers', {
        method: 'POST',
        json: plain,
        headers: { 'idempotency-key': again },
      });
      return { status: response.status, body: await response.json() };
    };
    await moveTo(admin, 'admin', null);
    const made = await send();
    expect(made.body).toMatchObject({ salary: null });
    await ctx.call(ctx.admin, 'PATCH', `/api/teachers/${made.body.id}`, { salary: 1, name: 'Renamed' });
    await ctx.call(ctx.admin, 'PATCH', `/api/teachers/${made.body.id}`, { schools: values.schools });
    await moveTo(admin, 'registrar', ctx.north.id);
    const asRegistrar = await send();
    expect(asRegistrar).toMatchObject({ status: 201, body: { id: made.body.id, name: 'Achieng' } });
    expect(Object.keys(asRegistrar.body).toSorted()).toEqual(Object.keys(shown).toSorted());
    expect(asRegistrar.body.schools).toEqual([{ id: ctx.north.id, label: 'North' }]);
    await ctx.call(ctx.admin, 'PATCH', `/api/teachers/${made.body.id}`, { schools: [ctx.south.id] });
    expect(await send()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    await moveTo(admin, 'registrar', ctx.south.id);
    expect(await send()).toMatchObject({ status: 201, body: { schools: [{ id: ctx.south.id }] } });
    await moveTo(admin, 'guardian', null);
    expect(await send()).toMatchObject({ status: 403 });
  });
});
