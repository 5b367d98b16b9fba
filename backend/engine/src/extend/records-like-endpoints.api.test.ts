import {
  boolean,
  date,
  defineResources,
  integer,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { type Actor, ANYBODY } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { etagOf } from '#backend/records/resources/etag.ts';
import { actorWith } from '#backend/testing/actors.ts';
import type { TestUser } from '#backend/testing/session-fixtures.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { createAppTools } from './create-app-tools.ts';

const everything = ['read', 'create', 'update', 'delete', 'restore'] as const;

/** A school system: guardians reach their own pupils, and may not change schools. */
const resources = defineResources({
  schools: {
    fields: {
      name: text({ required: true, min: 2, max: 20, unique: true, search: true }),
      budget: integer({ readBy: ['admin'] }),
      rank: integer({ min: 1, max: 5, default: 3, writeBy: ['admin'] }),
      pupils: integer({ computed: { count: 'pupils', through: 'school' } }),
    },
    rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'], public: ['read'] },
  },
  pupils: {
    archive: true,
    fields: {
      name: text({ required: true, search: true, pattern: /^\p{Lu}/u }),
      guardian: text({ required: true }),
      school: reference('schools', { required: true }),
      friends: references('pupils'),
      born: date({ required: true }),
      left: date({ gte: 'born' }),
      meal: select(['none', 'special'], { required: true, default: 'none' }),
      diet: text({ when: { meal: ['special'] } }),
      number: text({ readOnly: true }),
      isPaid: boolean({ default: false, writeBy: ['admin'] }),
    },
    unique: [{ fields: ['name', 'school'], reportOn: 'name' }],
    label: 'name',
    rights: { admin: everything, user: everything },
    where: { user: ({ user }) => ({ guardian: user.email }) },
  },
  letters: {
    fields: { words: text({ required: true, max: 10 }), state: select(['new', 'read'], { default: 'new' }) },
    rights: { admin: everything.slice(0, 4), public: ['create'] },
    where: { public: () => ({ state: 'new' }) },
  },
});

const ada: TestUser = { id: newId(), role: 'user', email: 'ada@example.com' };
const chief: TestUser = { id: newId(), role: 'admin', email: 'chief@example.com' };
const nobody: TestUser = { id: '', role: 'public', email: '' };

interface Untyped {
  read(id: string): Promise<unknown>;
  list(query: object): Promise<{ items: readonly unknown[]; total: number }>;
  create(values: object): Promise<{ id: string }>;
  update(change: { id: string; values: object; ifMatch?: string }): Promise<unknown>;
  delete(id: string, options?: { archived?: boolean; ifMatch?: string }): Promise<void>;
  restore(id: string): Promise<unknown>;
  selected(select: object, action?: string): Promise<string[]>;
  bulk(body: object): Promise<{ batch: string; count: number }>;
}

let ctx: TestEndpoints;
let recordsOf: (name: string, caller?: TestUser) => Untyped;
let inTransaction: (caller: TestUser, work: (pupils: Untyped) => Promise<unknown>) => Promise<unknown>;
let school: string;
let number = 0;

beforeAll(async () => {
  ctx = await serveEndpoints(resources, {
    hooks: {
      pupils: {
        beforeCreate: async (values) => {
          if (values.name === 'Refused') throw new ApiError('CONFLICT', { message: 'Not this one' });
          return { ...values, number: 'given by the hook' };
        },
      },
    },
  });
  const { services } = ctx;
  const unused = () => Promise.reject(new Error('unused'));
  const tools = createAppTools({
    database: services.get('schools')!.database,
    services,
    mailer: { post: () => {} },
    jobs: { add: unused },
  });
  const actorOf = (caller: TestUser): Actor => (caller === nobody ? ANYBODY : actorWith(caller));
  recordsOf = (name, caller) => {
    const made: object = (caller ? tools(actorOf(caller)) : tools()).records(name as 'users');
    return made as Untyped;
  };
  inTransaction = (caller, work) =>
    tools(actorOf(caller)).transaction(({ records }) => {
      const made: object = records('pupils' as 'users');
      return work(made as Untyped);
    });
  ({ id: school } = await recordsOf('schools').create({ name: 'Old school', budget: 7 }));
});
afterAll(() => ctx?.close());

const makePupil = (guardian: string, more: object = {}) =>
  recordsOf('pupils').create({ name: `P${++number}`, guardian, school, born: '2015-01-01', ...more });

/** The fields that always differ between two records created alike. */
const OWN = new Set(['id', 'createdAt', 'updatedAt', 'requestId', 'name', 'words', 'pupils', 'message']);
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (OWN.has(name) ? [] : [[name, comparable(inner)]])),
  );
};

/** The result of a call of `records`, in the form of the endpoint's response. */
const resultOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return { body: comparable((await call) ?? null) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { errors } = error.details;
    return { code: error.code, ...(errors && { errors: comparable(JSON.parse(JSON.stringify(errors))) }) };
  }
};

/** The response of an endpoint, in the same form. */
const answerOf = async (caller: TestUser, endpoint: `${string} /api/${string}`, json?: object) => {
  const { status, body } = await ctx.call(caller, endpoint, json);
  if (status < 400) return { body: comparable(body ?? null) };
  const { code, errors } = body;
  return { code, ...(errors && { errors: comparable(errors) }) };
};

const everybody = [
  ['an admin', chief],
  ['a user', ada],
] as const;

describe.each(everybody)('records on behalf of %s respond like the endpoints', (_, caller) => {
  const pupil = (more: object = {}) => ({
    name: `N${++number}`,
    guardian: ada.email,
    school,
    born: '2015-01-01',
    ...more,
  });

  it.each([
    {},
    { name: 'small letter' },
    { name: 'Refused' },
    { name: undefined },
    { guardian: 'eve@example.com' },
    { guardian: 'eve@example.com', name: 'Refused' },
    { school: newId() },
    { school: 'no id' },
    { left: '2014-12-31' },
    { meal: 'special', diet: 'no nuts' },
    { meal: 'none', diet: 'no nuts' },
    { meal: 'other' },
    { number: 'mine' },
    { isPaid: true },
    { unknown: 1 },
    { born: null },
  ])('to a new pupil with %j', async (more) => {
    expect(await resultOf(recordsOf('pupils', caller).create(pupil(more)))).toEqual(
      await answerOf(caller, 'POST /api/pupils', pupil(more)),
    );
  });

  it.each([
    [ada.email, { meal: 'special' }],
    [ada.email, { name: 'small letter' }],
    [ada.email, { guardian: 'eve@example.com' }],
    [ada.email, { left: '2000-01-01' }],
    [ada.email, { isPaid: true }],
    [ada.email, { number: 'mine' }],
    [ada.email, { school: newId() }],
    ['eve@example.com', { meal: 'special' }],
    ['eve@example.com', { guardian: ada.email }],
  ])('to a change of a pupil of %s with %j', async (guardian, values) => {
    const [one, other] = [await makePupil(guardian), await makePupil(guardian)];
    expect(await resultOf(recordsOf('pupils', caller).update({ id: one.id, values }))).toEqual(
      await answerOf(caller, `PATCH /api/pupils/${other.id}`, values),
    );
  });

  it.each([ada.email, 'eve@example.com'])('to a pupil of %s who is read and deleted', async (guardian) => {
    const [one, other] = [await makePupil(guardian), await makePupil(guardian)];
    const records = recordsOf('pupils', caller);
    expect(await resultOf(records.read(one.id))).toEqual(
      await answerOf(caller, `GET /api/pupils/${other.id}`),
    );
    expect(await resultOf(records.delete(one.id))).toEqual(
      await answerOf(caller, `DELETE /api/pupils/${other.id}`),
    );
    expect(await resultOf(records.restore(one.id))).toEqual(
      await answerOf(caller, `POST /api/pupils/${other.id}/restore`, {}),
    );
  });

  it.each([
    {},
    { _sort: 'name', _order: 'desc', _end: 3 },
    { q: 'P' },
    { guardian: ada.email, meal: ['none', 'special'] },
    { number_null: true },
    { archived: true },
    { _end: 1000 },
    { _sort: 'nothing' },
    { isPaid: false, born_gte: '2015-01-01' },
  ])('to a list with %j', async (query) => {
    await makePupil(ada.email);
    await makePupil('eve@example.com');
    const parameters = Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    );
    const listed = recordsOf('pupils', caller)
      .list(query)
      .then(({ items }) => items);
    expect(await resultOf(listed)).toEqual(
      await answerOf(caller, `GET /api/pupils?${new URLSearchParams(parameters)}`),
    );
  });

  it('to schools: read, listed by a hidden field, created, changed and deleted', async () => {
    const records = recordsOf('schools', caller);
    const make = () => recordsOf('schools').create({ name: `S${++number}`, budget: 1 });
    const [{ id }, other] = [await make(), await make()];
    const path = `/api/schools/${other.id}` as const;
    const taken = { name: 'Old school' };
    const named = () => ({ name: `S${++number}` });
    const expectSame = async (call: Promise<unknown>, response: () => Promise<unknown>) =>
      expect(await resultOf(call)).toEqual(await response());
    await expectSame(records.read(id), () => answerOf(caller, `GET ${path}`));
    const listed = records.list({ budget: 1, _end: 1 }).then(({ items }) => items);
    await expectSame(listed, () => answerOf(caller, 'GET /api/schools?budget=1&_end=1'));
    await expectSame(records.create(named()), () => answerOf(caller, 'POST /api/schools', named()));
    await expectSame(records.create(taken), () => answerOf(caller, 'POST /api/schools', taken));
    for (const rank of [6, 5])
      await expectSame(records.update({ id, values: { rank } }), () =>
        answerOf(caller, `PATCH ${path}`, { rank }),
      );
    await expectSame(records.delete(school), () => answerOf(caller, `DELETE /api/schools/${school}`));
    await expectSame(records.delete(id), () => answerOf(caller, `DELETE ${path}`));
  });

  it("to the number of a school's pupils", async () => {
    const { id } = await recordsOf('schools').create({ name: `S${++number}` });
    await makePupil(ada.email, { school: id });
    await makePupil('eve@example.com', { school: id });
    const { body } = await ctx.call(caller, `GET /api/schools/${id}`);
    expect(await recordsOf('schools', caller).read(id)).toEqual(body);
    expect(body.pupils).toBe(caller === ada ? 1 : 2);
  });

  it('to an outdated version', async () => {
    const { id } = await makePupil(ada.email);
    const { resource } = ctx.services.get('pupils')!;
    const read = (await recordsOf('pupils', caller).read(id)) as { id: string };
    const ifMatch = etagOf(read, resource);
    await recordsOf('pupils').update({ id, values: { meal: 'special' } });
    const late = recordsOf('pupils', caller).update({ id, values: { meal: 'none' }, ifMatch });
    await expect(late).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });
});

/** What a selection may name: pupils of Ada, one of another user, an archived one and a nonexistent one. */
async function makeSelections() {
  const name = `Class ${++number}`;
  const own = [
    await makePupil(ada.email, { name: `${name} a` }),
    await makePupil(ada.email, { name: `${name} b` }),
  ];
  const other = await makePupil('eve@example.com', { name: `${name} c` });
  const archived = await makePupil(ada.email, { name: `${name} d` });
  await recordsOf('pupils').delete(archived.id);
  const ids = own.map(({ id }) => id).sort();
  const query = `name_startsWith=${encodeURIComponent(name)}`;
  const selections: Record<string, object> = {
    'their own pupils': { ids },
    'somebody else’s pupil, too': { ids: [...ids, other.id] },
    'a pupil in the archive': { ids: [archived.id] },
    'a pupil in the archive, as such': { ids: [archived.id], archived: true },
    'a pupil who does not exist': { ids: [...ids, newId()] },
    'all that two match': { query, count: 2 },
    'all that three match': { query, count: 3 },
    'all that match but one': { query, count: 1, except: [ids[0]] },
    'an unknown filter': { query: 'isPaid=false&size=3', count: 1 },
    'a page': { query: '_end=5', count: 5 },
    'no id': { ids: ['1'] },
  };
  return { selections, ids, other: other.id };
}

describe.each(everybody)('what %s has selected', (_, caller) => {
  const names = ['their own pupils', 'somebody else’s pupil, too', 'a pupil in the archive'];
  const further = ['a pupil in the archive, as such', 'a pupil who does not exist', 'all that two match'];
  const others = ['all that three match', 'all that match but one', 'an unknown filter', 'a page', 'no id'];

  it.each([...names, ...further, ...others])('is found or rejected like a bulk change: %s', async (name) => {
    const [mine, theirs] = [await makeSelections(), await makeSelections()];
    const change = { action: 'update', values: { meal: 'special' } };
    const { body } = await ctx.call(caller, 'POST /api/pupils/bulk', {
      select: theirs.selections[name],
      ...change,
    });
    const select = mine.selections[name]!;
    const response = { code: body.code, count: body.count };
    const outcomeOf = (call: Promise<unknown>) =>
      call.then(
        (done) => ({ code: undefined, count: Array.isArray(done) ? done.length : Object(done).count }),
        ({ code, details }) => ({ code, count: details.count }),
      );
    const pupils = recordsOf('pupils', caller);
    expect(await outcomeOf(pupils.selected(select, 'update'))).toEqual(response);
    expect(await outcomeOf(inTransaction(caller, (inside) => inside.selected(select, 'update')))).toEqual(
      response,
    );
    expect(await outcomeOf(pupils.bulk({ select, ...change }))).toEqual(response);
  });
});

describe('what a limited user has selected', () => {
  it('are the ids of their own rows, whatever the query finds for others', async () => {
    const { selections, ids, other } = await makeSelections();
    const pupils = recordsOf('pupils', ada);
    expect(await pupils.selected(selections['all that two match']!)).toEqual(ids);
    expect(await pupils.selected(selections['all that match but one']!)).toEqual([ids[1]]);
    const all = { ...selections['all that two match'], count: 3 };
    expect(await recordsOf('pupils', chief).selected(all)).toEqual([...ids, other].sort());
    const hidden = await pupils.selected({ ids: [other] }).catch((error: ApiError) => error.details.record);
    // The label of a record that they may not see is not revealed.
    expect(hidden).toEqual({ resource: 'pupils', id: other, label: other });
  });

  it('is rejected for an action without the right, and a bulk change without a session', async () => {
    const select = { ids: [school] };
    const rejection = (call: Promise<unknown>) => call.catch(({ code }: ApiError) => code);
    expect(await recordsOf('schools', ada).selected(select)).toEqual([school]);
    expect(await rejection(recordsOf('schools', ada).selected(select, 'delete'))).toBe('FORBIDDEN');
    const body = { select, action: 'delete' };
    expect(await rejection(recordsOf('schools', ada).bulk(body))).toBe('FORBIDDEN');
    expect(await rejection(recordsOf('schools', nobody).bulk(body))).toBe('UNAUTHENTICATED');
    expect(await rejection(recordsOf('letters', nobody).selected(select))).toBe('NOT_FOUND');
  });

  it('changes in one batch, with the fields that they may write', async () => {
    const { selections, ids } = await makeSelections();
    const select = selections['all that two match']!;
    const change = (values: object) => recordsOf('pupils', ada).bulk({ select, action: 'update', values });
    await expect(change({ isPaid: true })).rejects.toMatchObject({ code: 'INVALID' });
    const { batch, count } = await change({ meal: 'special' });
    expect(count).toBe(2);
    const undone = await ctx.call(ada, `POST /api/history/batches/${batch}/undo`, {});
    expect(undone.status).toBe(200);
    for (const id of ids) expect(await recordsOf('pupils', ada).read(id)).toMatchObject({ meal: 'none' });
  });

  it('can be written one by one inside a transaction', async () => {
    const { selections, ids } = await makeSelections();
    await inTransaction(ada, async (pupils) => {
      for (const id of await pupils.selected(selections['all that two match']!, 'update'))
        await pupils.update({ id, values: { meal: 'special' } });
    });
    for (const id of ids) expect(await recordsOf('pupils', ada).read(id)).toMatchObject({ meal: 'special' });
  });
});

describe('records on behalf of a caller without a session respond like the endpoints', () => {
  it.each([{}, { words: 'far too many' }, { state: 'read' }, { state: 'new' }])(
    'to a letter with %j',
    async (more) => {
      const letter = { words: 'Hello', ...more };
      expect(await resultOf(recordsOf('letters', nobody).create(letter))).toEqual(
        await answerOf(nobody, 'POST /api/letters', letter),
      );
    },
  );

  it('to a school', async () => {
    expect(await resultOf(recordsOf('schools', nobody).read(school))).toEqual(
      await answerOf(nobody, `GET /api/schools/${school}`),
    );
  });
});
