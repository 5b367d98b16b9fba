import {
  defineResources,
  email,
  image,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { insertFile } from '#backend/testing/insert-file.ts';
import type { TestUser } from '#backend/testing/session-fixtures.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  users: {
    managedBy: 'auth',
    fields: { email: email({ required: true, search: true }), role: select(['admin', 'user']) },
    label: 'email',
    rights: { admin: ['read'], user: ['read'] },
  },
  labels: {
    fields: { name: text({ required: true, search: true }), owner: reference('users') },
    rights: { admin: everything, user: ['read'] },
    where: { user: ({ user }) => ({ owner: user.id }) },
  },
  letters: {
    archive: true,
    fields: {
      title: text({ required: true, search: true }),
      owner: reference('users'),
      labels: references('labels'),
      scan: image(),
      seal: image({ writeBy: ['admin'] }),
    },
    label: 'title',
    rights: { admin: everything, user: everything },
    where: {
      user: { read: ({ user }) => ({ owner: user.id }), create: ({ user }) => ({ owner: user.id }) },
    },
  },
});

let ctx: TestEndpoints;
const [ada, ben] = ['ada', 'ben'].map(
  (name): TestUser => ({ id: newId(), role: 'user', email: `${name}@example.com` }),
) as [TestUser, TestUser];
const label: Record<string, string> = {};

const add = async (caller: TestUser | 'admin', resource: string, values: object) => {
  const { status, body } = await ctx.call(caller, `POST /api/${resource}`, values);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};
const upload = (field: 'scan' | 'seal', { id }: TestUser) =>
  insertFile(ctx.services.get('letters')!.database, {
    resource: resources.letters,
    field: resources.letters.fields[field],
    uploaderId: id,
  });

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
  const { kysely } = ctx.services.get('users')!.database;
  const rows = [ada, ben].map(({ id, email: address, role }) => ({ id, name: '', email: address, role }));
  await kysely.insertInto('users').values(rows).execute();
  for (const [name, owner] of [['ada', ada.id] as const, ['ben', ben.id] as const])
    label[name] = (await add('admin', 'labels', { name: `Of ${name}`, owner })).id;
});
afterAll(() => ctx?.close());

describe('several references', () => {
  it('show each user of one role their own rows, in any order of requests', async () => {
    const both = { title: 'Both', labels: [label.ada, label.ben] };
    const of = new Map<TestUser, string>();
    for (const one of [ada, ben]) of.set(one, (await add('admin', 'letters', { ...both, owner: one.id })).id);
    const seen = async (caller: TestUser) => {
      const { body } = await ctx.call(caller, `GET /api/letters/${of.get(caller)}`);
      return body.labels.map((one: { label: string }) => one.label).toSorted();
    };
    for (const _ of [1, 2]) {
      expect(await seen(ada)).toEqual(['Of ada']);
      expect(await seen(ben)).toEqual(['Of ben']);
    }
  });

  it('accept only rows that the user may read', async () => {
    const { status, body } = await ctx.call(ada, 'POST /api/letters', {
      title: 'Foreign',
      labels: [label.ada, label.ben],
    });
    expect({ status, key: body.errors?.labels?.[0].key }).toEqual({
      status: 400,
      key: 'errors.valueNotFound',
    });
    expect((await add(ada, 'letters', { title: 'Own', labels: [label.ada] })).labels).toHaveLength(1);
  });

  it('are rejected at start in a filter that does not describe one of them', () => {
    const state = () =>
      defineResources({
        labels: { fields: { name: text() }, rights: { admin: ['read'] } },
        notes: {
          fields: { labels: references('labels') },
          rights: { admin: ['read'], user: ['read'] },
          // @ts-expect-error it names no record
          where: { user: () => ({ labels: null }) },
        },
      });
    expect(state).toThrow('notes.where.user.labels: null must describe one of its records');
  });
});

describe('a file', () => {
  it('cannot be claimed from a record that the user may not read, not even from an archived one', async () => {
    const scan = await upload('scan', ada);
    const letter = await add(ada, 'letters', { title: 'Scanned', scan });
    expect(letter.scan.id).toBe(scan);
    const take = async (caller: TestUser) =>
      (await ctx.call(caller, 'POST /api/letters', { title: 'Copy', scan })).status;
    expect([await take(ben), await take(ada)]).toEqual([400, 201]);
    expect((await ctx.call(ben, `GET /api/letters?scan=${scan}`)).body).toEqual([]);
  });

  it('of a field that the user may not write is rejected', async () => {
    const seal = await upload('seal', ada);
    const { status, body } = await ctx.call(ada, 'POST /api/letters', { title: 'Sealed', seal });
    expect({ status, errors: Object.keys(body.errors) }).toEqual({ status: 400, errors: ['seal'] });
  });
});

describe('the archive', () => {
  it("has only the user's own rows, to restore, delete permanently, count and export", async () => {
    const mine = (await add(ada, 'letters', { title: 'Archived' })).id;
    const done = async (caller: TestUser, endpoint: `${string} /api/${string}`, json?: object) =>
      (await ctx.call(caller, endpoint, json)).status;
    expect(await done(ben, `DELETE /api/letters/${mine}`)).toBe(404);
    expect(await done(ada, `DELETE /api/letters/${mine}`)).toBe(204);
    const archived = (caller: TestUser) => ctx.call(caller, 'GET /api/letters?archived=true');
    expect((await archived(ben)).body).toEqual([]);
    expect((await archived(ben)).headers.get('x-total-count')).toBe('0');
    expect((await archived(ada)).body).toMatchObject([{ id: mine }]);
    expect(await done(ben, `GET /api/letters/${mine}?archived=true`)).toBe(404);
    expect(await done(ben, `GET /api/letters/${mine}/history`)).toBe(404);
    expect(await done(ben, `POST /api/letters/${mine}/restore`)).toBe(404);
    expect(await done(ben, `DELETE /api/letters/${mine}?archived=true`)).toBe(404);
    const select = { ids: [mine], archived: true };
    for (const action of ['restore', 'delete'])
      expect(await done(ben, 'POST /api/letters/bulk', { select, action })).toBe(404);
    const exported = async (caller: TestUser) =>
      String((await ctx.call(caller, 'POST /api/letters/export', { select })).body);
    expect(await exported(ben)).not.toContain('Archived');
    expect(await exported(ada)).toContain('Archived');
    expect(await done(ada, `POST /api/letters/${mine}/restore`)).toBe(200);
  });
});
