import type { SavedView } from '@bindery/contract/records/views.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

let ctx: SchoolFixture;
let made = 0;

beforeAll(async () => {
  ctx = await SchoolFixture.start();
});
afterAll(() => ctx?.close());

const save = (who: SchoolUser, values: object) =>
  ctx.call(who, 'POST', '/api/views', { resource: 'pupils', name: `View ${++made}`, query: '', ...values });
const shared = async (who: SchoolUser, values: object = {}): Promise<SavedView> => {
  const { status, body } = await save(who, { shared: true, ...values });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};
const viewsOf = async (who: SchoolUser, resource = 'pupils'): Promise<SavedView[]> =>
  (await ctx.call(who, 'GET', `/api/views?resource=${resource}`)).body;
const sees = async (who: SchoolUser, { id, resource }: SavedView) =>
  (await viewsOf(who, resource)).some((view) => view.id === id);
const startOf = async (who: SchoolUser, path = '/manager/pupils') =>
  (await who.browser.fetch(path)).headers.get('location');
const change = (who: SchoolUser, { id }: SavedView, json: object) =>
  ctx.call(who, 'PATCH', `/api/views/${id}`, json);

describe('a shared view', () => {
  it('of a user who is limited to a school is visible in that school and to users without limits', async () => {
    const view = await shared(ctx.north.registrar, { name: 'Confidential' });
    expect(await sees(ctx.north.teacher, view)).toBe(true);
    expect(await sees(ctx.admin, view)).toBe(true);
    for (const who of [ctx.south.registrar, ctx.south.teacher, ctx.south.guardian, ctx.north.guardian]) {
      expect(await sees(who, view)).toBe(false);
      expect(JSON.stringify(await viewsOf(who))).not.toContain('Confidential');
      expect((await change(who, view, { isDefault: true })).status).toBe(404);
      expect((await ctx.call(who, 'DELETE', `/api/views/${view.id}`)).status).toBe(404);
    }
  });

  it('that names records is visible to users who may read all of them', async () => {
    const both = `school=${ctx.north.id}&school=${ctx.south.id}`;
    const view = await shared(ctx.admin, { query: `school=${ctx.north.id}` });
    const wide = await shared(ctx.admin, { query: both });
    const without = await shared(ctx.admin, { query: 'name_like=a' });
    const north = [view, wide, without].map((one) => sees(ctx.north.teacher, one));
    expect(await Promise.all(north)).toEqual([true, false, true]);
    const south = [view, wide, without].map((one) => sees(ctx.south.teacher, one));
    expect(await Promise.all(south)).toEqual([false, false, true]);
    expect(JSON.stringify(await viewsOf(ctx.south.teacher))).not.toContain(ctx.north.id);
  });

  it('that names a record of a resource which the user may not read is not visible', async () => {
    const teacher = await ctx.add('teachers', { name: 'Ms Frizzle', schools: [ctx.north.id] });
    const view = await shared(ctx.admin, { query: `teachers=${teacher}` });
    expect(await sees(ctx.north.teacher, view)).toBe(true);
    expect(await sees(ctx.south.teacher, view)).toBe(false);
    expect(await sees(ctx.north.guardian, view)).toBe(false);
  });

  it('that names a field which the user may not read is not visible', async () => {
    const view = await shared(ctx.admin, { resource: 'teachers', query: 'salary_gte=1' });
    expect(await sees(ctx.north.teacher, view)).toBe(false);
    expect(await sees(ctx.admin, view)).toBe(true);
  });

  it('disappears for a user who may no longer read a record that it names, and returns with the right', async () => {
    const view = await shared(ctx.admin, { query: `school=${ctx.north.id}` });
    const moved = await ctx.user('teacher', ctx.north);
    await change(moved, view, { isDefault: true });
    expect(await startOf(moved)).toContain(view.id);
    await ctx.rows('update users set school_id = $1 where id = $2', [ctx.south.id, moved.id]);
    expect(await sees(moved, view)).toBe(false);
    expect(await startOf(moved)).toBeNull();
    await ctx.rows('update users set school_id = $1 where id = $2', [ctx.north.id, moved.id]);
    expect(await startOf(moved)).toContain(view.id);
  });
});

describe('your own view', () => {
  it('leaves out records that its owner may no longer read', async () => {
    const moved = await ctx.user('teacher', ctx.north);
    const view = await shared(moved, { shared: false, query: `school=${ctx.north.id}&name_like=a` });
    await ctx.rows('update users set school_id = $1 where id = $2', [ctx.south.id, moved.id]);
    const [seen] = (await viewsOf(moved)).filter(({ isOwn }) => isOwn);
    expect(seen).toMatchObject({ id: view.id, query: 'name_like=a', isIncomplete: true });
  });

  it('leaves out deleted records, for users who are limited to some', async () => {
    const teacher = await ctx.add('teachers', { name: 'Mr Former', schools: [ctx.north.id] });
    const who = await ctx.user('teacher', ctx.north);
    await shared(who, { shared: false, query: `teachers=${teacher}` });
    expect(await viewsOf(who)).toContainEqual(expect.objectContaining({ query: `teachers=${teacher}` }));
    expect((await ctx.call(ctx.admin, 'DELETE', `/api/teachers/${teacher}`)).status).toBe(204);
    const [own] = (await viewsOf(who)).filter(({ isOwn }) => isOwn);
    expect(own).toMatchObject({ query: '', isIncomplete: true });
  });
});

describe('a shared default', () => {
  const owned: [SchoolUser, SavedView][] = [];
  const clear = async () => {
    for (const [who, { id }] of owned.splice(0)) await ctx.call(who, 'DELETE', `/api/views/${id}`);
  };
  const sharedDefault = async (who: SchoolUser, values: object = {}) => {
    const view = await shared(who, { isDefault: true, ...values });
    owned.push([who, view]);
    return view;
  };

  it('requires a role that may share defaults', async () => {
    expect((await save(ctx.north.teacher, { shared: true, isDefault: true })).status).toBe(403);
    const own = await shared(ctx.north.teacher);
    owned.push([ctx.north.teacher, own]);
    expect((await change(ctx.north.teacher, own, { shared: true, isDefault: true })).status).toBe(403);
    const colleague = await ctx.user('teacher', ctx.north);
    expect((await change(ctx.north.teacher, own, { isDefault: true })).body.isDefault).toBe(true);
    expect(await startOf(ctx.north.teacher)).toContain(own.id);
    expect(await startOf(colleague)).toBeNull();
    await clear();
  });

  it("remains the owner's alone if an own default is shared without the right", async () => {
    const who = await ctx.user('teacher', ctx.north);
    const own = await shared(who, { shared: false, isDefault: true });
    owned.push([who, own]);
    expect((await change(who, own, { shared: true })).body).toMatchObject({ shared: true, isDefault: true });
    expect(await startOf(who)).toContain(own.id);
    expect(await sees(ctx.north.teacher, own)).toBe(true);
    expect(await startOf(ctx.north.teacher)).toBeNull();
    expect((await change(who, own, { isDefault: false })).body.isDefault).toBe(false);
    expect(await startOf(who)).toBeNull();
    await clear();
  });

  it('opens the lists of lower roles of the same school, but not of the same rank', async () => {
    const colleague = await ctx.user('registrar', ctx.north);
    const view = await sharedDefault(ctx.north.registrar, { query: 'name_like=a' });
    expect(await startOf(ctx.north.teacher)).toContain(view.id);
    for (const who of [colleague, ctx.admin, ctx.south.teacher, ctx.south.registrar])
      expect(await startOf(who)).toBeNull();
    expect(await sees(colleague, view)).toBe(true);
    expect((await change(colleague, view, { name: 'Taken' })).status).toBe(403);
    await clear();
  });

  it('of a user without limits opens the lists of lower roles of all schools', async () => {
    const view = await sharedDefault(ctx.admin);
    expect(await startOf(ctx.north.teacher)).toContain(view.id);
    expect(await startOf(ctx.south.teacher)).toContain(view.id);
    expect(await startOf(ctx.north.registrar)).toBeNull();
    await clear();
  });

  it('may be deleted by its owner and by administrators of the owner', async () => {
    const theirs = await shared(ctx.admin);
    const [seen] = (await viewsOf(ctx.north.registrar)).filter(({ id }) => id === theirs.id);
    expect(seen).toMatchObject({ isOwn: false, mayDelete: false });
    expect(await ctx.outcome(ctx.north.registrar, 'DELETE', `/api/views/${theirs.id}`)).toBe('403 FORBIDDEN');
    const own = await shared(ctx.north.teacher);
    expect(await ctx.outcome(ctx.north.registrar, 'DELETE', `/api/views/${own.id}`)).toBe('204');
    expect(await ctx.outcome(ctx.admin, 'DELETE', `/api/views/${theirs.id}`)).toBe('204');
  });
});
