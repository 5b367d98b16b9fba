import { clinic } from '@bindery/contract/testing/clinic.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;
beforeAll(async () => {
  ctx = await UserFixture.start({}, clinic);
});
afterAll(() => ctx?.close());

const admin = (method: string, path: string, json?: unknown) => ctx.call(ctx.admin, method, path, json);
const made = async (resource: string, json: object) => (await admin('POST', `/api/${resource}`, json)).body;
const clinicNamed = (name: string) => made('clinics', { name });
const user = async (id: string) => (await admin('GET', `/api/users/${id}`)).body;
const idOf = async (email: string) =>
  (await admin('GET', `/api/users?email=${encodeURIComponent(email)}`)).body[0].id as string;
const undo = async (resource: string, id: string, change: string) => {
  const { status, body } = await admin('POST', `/api/${resource}/${id}/history/${change}/undo`);
  expect([status, body?.errors]).toEqual([200, undefined]);
};
const today = () => new Date().toISOString().slice(0, 10);

describe('a user who signs up', () => {
  it('has the defaults of the fields that better-auth does not know, also in the history', async () => {
    const email = ctx.newAddress();
    await ctx.signedIn(email);
    const id = await idOf(email);
    expect(await user(id)).toMatchObject({
      level: 'junior',
      isTrainer: false,
      joinedOn: today(),
      addedBy: { id },
      clinic: null,
      phone: null,
      badge: null,
      languages: [],
      salary: null,
      initials: 'pe',
    });
    const created = (await ctx.history(id)).find(({ action }) => action === 'create');
    expect(created?.changes).toMatchObject({
      email: { before: null, after: email },
      level: { before: null, after: 'junior' },
      isTrainer: { before: null, after: false },
      joinedOn: { before: null, after: today() },
    });
  });

  it('can neither set nor read any of these fields through sign-in', async () => {
    const email = ctx.newAddress();
    const there = await clinicNamed('Sign-in');
    const browser = ctx.server.browser();
    const otp = await browser.askForCode(email);
    const own = { clinic: there.id, clinic_id: there.id, level: 'senior', phone: '1' };
    await browser.call('/api/auth/sign-in/email-otp', { json: { email, otp, ...own } });
    await browser.call('/api/auth/update-user', { json: { name: 'Ada', ...own } });
    const id = await idOf(email);
    expect(await user(id)).toMatchObject({ name: 'Ada', clinic: null, level: 'junior', phone: null });
    await admin('PATCH', `/api/users/${id}`, { salary: 4711 });
    const { body } = await browser.call('/api/auth/get-session');
    expect(body.user.email).toBe(email);
    expect(body.user).not.toHaveProperty('salary');
    expect(body.user).not.toHaveProperty('clinic_id');
  });
});

describe('a user whom an admin creates', () => {
  it('has the values of all fields after one request, with one change in the history', async () => {
    const there = await clinicNamed('North');
    const [one, other] = [await made('languages', { name: 'fr' }), await made('languages', { name: 'sw' })];
    const values = { phone: '0123', badge: 7, level: 'senior', isTrainer: true, joinedOn: '2020-02-29' };
    const created = await ctx.user({ ...values, clinic: there.id, languages: [one.id, other.id], salary: 9 });
    expect(await user(created.id)).toMatchObject({
      ...values,
      salary: 9,
      clinic: { id: there.id, label: 'North' },
      languages: [{ label: 'fr' }, { label: 'sw' }],
      addedBy: { id: ctx.adminId },
    });
    const history = await ctx.history(created.id);
    expect(history).toHaveLength(1);
    expect(history[0]?.changes).toMatchObject({ badge: { after: 7 }, level: { after: 'senior' } });
  });

  it('is not created if one of its fields is invalid, and the error names it', async () => {
    await ctx.user({ badge: 70 });
    const email = ctx.newAddress();
    const taken = await admin('POST', '/api/users', { email, badge: 70 });
    expect([taken.status, taken.body.errors.badge[0].key]).toEqual([409, 'errors.unique']);
    const invalid = await admin('POST', '/api/users', { email, level: 'none' });
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([400, ['level']]);
    expect((await admin('GET', `/api/users?email=${email}`)).body).toEqual([]);
  });
});

describe('the fields of users', () => {
  it('are filtered, sorted, searched and exported like those of any resource', async () => {
    const there = await clinicNamed('Lists');
    const [b, a] = [
      await ctx.user({ clinic: there.id, phone: '555-B', level: 'senior' }),
      await ctx.user({ clinic: there.id, phone: '555-a' }),
    ];
    const ids = async (query: string) =>
      (await admin('GET', `/api/users?clinic=${there.id}&${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids('_sort=phone')).toEqual([a.id, b.id]);
    expect(await ids('level=senior')).toEqual([b.id]);
    expect(await ids('q=555-b')).toEqual([b.id]);
    const csv = await (await ctx.admin.fetch(`/api/users/export?clinic=${there.id}&_sort=phone`)).text();
    expect(csv).toContain('clinic,clinic.id');
    expect(csv).toContain(`Lists,${there.id}`);
    expect(csv).toContain('555-a');
  });

  it('are read and written according to their rights', async () => {
    const { id } = await ctx.user({ salary: 5 });
    const reader = await ctx.signedIn(ctx.newAddress());
    const { body } = await ctx.call(reader, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ level: 'junior' });
    expect(body).not.toHaveProperty('salary');
    expect((await ctx.call(reader, 'GET', '/api/users?salary=5')).status).toBe(400);
    expect((await ctx.call(reader, 'PATCH', `/api/users/${id}`, { phone: '1' })).status).toBe(403);
  });

  it('are changed for several users at once, and undone', async () => {
    const ids = [(await ctx.user()).id, (await ctx.user()).id];
    const values = { level: 'senior', phone: '9' };
    const changed = await admin('POST', '/api/users/bulk', { select: { ids }, action: 'update', values });
    expect(changed.status).toBe(200);
    for (const id of ids) expect(await user(id)).toMatchObject({ level: 'senior', phone: '9' });
    const [change] = await ctx.history(ids[0]!);
    expect((await admin('POST', `/api/history/batches/${change!.batch}/undo`)).status).toBe(200);
    for (const id of ids) expect(await user(id)).toMatchObject({ level: 'junior', phone: null });
  });
});

describe('an import', () => {
  it('creates users with these fields', async () => {
    const there = await clinicNamed('Imported');
    const imports = new ImportFixture(ctx.server.url, ctx.admin);
    const [email, invalid] = [ctx.newAddress(), ctx.newAddress()];
    const lines = ['email,clinic.id,level,badge', `${email},${there.id},senior,90`, `${invalid},,senior,90`];
    const { id, invalid: invalidRows } = await imports.check('users', { file: lines.join('\n') });
    expect(invalidRows).toBe(1);
    await imports.run(id, 'valid');
    expect(await user(await idOf(email))).toMatchObject({
      clinic: { label: 'Imported' },
      level: 'senior',
      badge: 90,
      joinedOn: today(),
    });
    expect((await admin('GET', `/api/users?email=${invalid}`)).body).toEqual([]);
  });
});

describe('rows of the user’s own clinic', () => {
  it('depend on the field from the next request on', async () => {
    const [here, there] = [await clinicNamed('Here'), await clinicNamed('There')];
    await made('patients', { name: 'Hannah', clinic: here.id });
    await made('patients', { name: 'Theo', clinic: there.id });
    const { id, email } = await ctx.user();
    const nurse = await ctx.signedIn(email);
    const seen = async () =>
      (await ctx.call(nurse, 'GET', '/api/patients')).body.map(({ name }: { name: string }) => name);
    expect(await seen()).toEqual([]);
    await admin('PATCH', `/api/users/${id}`, { clinic: here.id });
    expect(await seen()).toEqual(['Hannah']);
    await admin('PATCH', `/api/users/${id}`, { clinic: there.id });
    expect(await seen()).toEqual(['Theo']);
    const created = await ctx.call(nurse, 'POST', '/api/patients', { name: 'Tess' });
    expect([created.status, created.body.clinic.id]).toEqual([201, there.id]);
    await admin('PATCH', `/api/users/${id}`, { clinic: null });
    expect(await seen()).toEqual([]);
  });
});

describe('deleting', () => {
  it("the target of a user's reference empties the field, and undoing it fills it again", async () => {
    const there = await clinicNamed('Closing');
    const { id } = await ctx.user({ clinic: there.id });
    expect((await admin('DELETE', `/api/clinics/${there.id}`)).status).toBe(204);
    expect(await user(id)).toMatchObject({ clinic: null });
    const [change] = await ctx.history(id);
    expect(change?.changes).toEqual({ clinic: { before: { id: there.id, label: 'Closing' }, after: null } });
    const [deletion] = (await admin('GET', `/api/clinics/${there.id}/history`)).body;
    await undo('clinics', there.id, deletion.id);
    expect(await user(id)).toMatchObject({ clinic: { id: there.id } });
  });

  it("a user's target among several is rejected", async () => {
    const { id } = await made('languages', { name: 'ar' });
    await ctx.user({ languages: [id] });
    expect((await admin('DELETE', `/api/languages/${id}`)).status).toBe(409);
  });

  it('only a user stores all fields for undo, and includes dependent users', async () => {
    const there = await clinicNamed('Leaving');
    const language = await made('languages', { name: 'en' });
    const email = ctx.newAddress();
    const own = { clinic: there.id, phone: '42', languages: [language.id] };
    const { id } = await ctx.user({ email, ...own });
    await admin('PATCH', `/api/clinics/${there.id}`, { head: id });
    const trainee = await ctx.user({ supervisor: id });
    const browser = await ctx.signedIn(email);
    expect((await ctx.call(browser, 'POST', '/api/auth/delete-user', {})).status).toBe(200);
    expect((await admin('GET', `/api/users/${trainee.id}`)).status).toBe(404);
    expect((await admin('GET', `/api/clinics/${there.id}`)).body.head).toBeNull();
    const [change] = await ctx.history(id);
    expect(change).toMatchObject({
      action: 'delete',
      changes: { phone: { before: '42' }, clinic: { before: { id: there.id } }, level: { before: 'junior' } },
    });
    await undo('users', id, change!.id);
    expect(await user(id)).toMatchObject({
      email,
      phone: '42',
      clinic: { id: there.id },
      languages: [{ label: 'en' }],
    });
    expect(await user(trainee.id)).toMatchObject({ supervisor: { id } });
  });
});
