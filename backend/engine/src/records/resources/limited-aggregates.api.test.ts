import {
  datetime,
  defineResources,
  defineRoles,
  email,
  integer,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import type { TestUser } from '#backend/testing/session-fixtures.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const rights = { admin: everything, user: everything };

/** Shelves with values of papers that a user may read through rules of every form. */
const resources = defineResources(
  {
    users: {
      managedBy: 'auth',
      fields: { email: email({ required: true, search: true }), role: select(['admin', 'user']) },
      label: 'email',
      rights: { admin: ['read'], user: ['read'] },
    },
    shelves: {
      archive: true,
      fields: {
        name: text({ required: true, search: true }),
        own: integer({ computed: { count: 'owned', through: 'shelf' } }),
        sign: text({ search: true, computed: "'Own: ' || {own}" }),
        shared: integer({ computed: { count: 'shared', through: 'shelf' } }),
        current: integer({ computed: { count: 'current', through: 'shelf' } }),
        either: integer({ computed: { count: 'either', through: 'shelf' } }),
        twice: integer({ computed: '{own} * 2' }),
      },
      rights: { admin: [...everything, 'restore'], user: [...everything, 'restore'] },
    },
    owned: {
      fields: { title: text({ required: true }), shelf: reference('shelves'), owner: reference('users') },
      label: 'title',
      rights,
      where: { user: ({ user }) => ({ owner: user.id }) },
    },
    shared: {
      fields: { title: text({ required: true }), shelf: reference('shelves'), members: references('users') },
      label: 'title',
      rights,
      where: { user: ({ user }) => ({ members: { some: user.id } }) },
    },
    current: {
      fields: { title: text({ required: true }), shelf: reference('shelves'), until: datetime() },
      label: 'title',
      rights,
      where: { user: ({ now }) => ({ until: { gte: now } }) },
    },
    either: {
      fields: {
        title: text({ required: true }),
        note: text(),
        shelf: reference('shelves'),
        owner: reference('users'),
      },
      label: 'title',
      rights,
      // Filters of different forms, some of them with equally many values.
      where: {
        user: ({ user }) => {
          if (user.email?.startsWith('ada')) return { owner: user.id };
          if (user.email?.startsWith('ben')) return { title: "Ben's" };
          return { title: ["Cem's", 'Common'], note: 'yes' };
        },
      },
    },
  },
  {
    roles: defineRoles({
      admin: { manager: true, administersUsers: true },
      user: { manager: true, newUsers: true },
    }),
  },
);

let ctx: TestEndpoints;
const [ada, ben, cem] = ['ada', 'ben', 'cem'].map(
  (name): TestUser => ({ id: newId(), role: 'user', email: `${name}@example.com` }),
) as [TestUser, TestUser, TestUser];
const SEEN = new Map([
  [ada, { own: 2, sign: 'Own: 2', shared: 2, current: 1, either: 1, twice: 4 }],
  [ben, { own: 1, sign: 'Own: 1', shared: 1, current: 1, either: 2, twice: 2 }],
  [cem, { own: 0, sign: 'Own: 0', shared: 0, current: 1, either: 1, twice: 0 }],
]);
const NOTHING = { own: 0, sign: 'Own: 0', shared: 0, current: 0, either: 0, twice: 0 };

const call = async (
  caller: TestUser | 'admin',
  endpoint: `${string} /api/${string}`,
  { json, status }: { json?: object; status?: number } = {},
) => {
  const answer = await ctx.call(caller, endpoint, json);
  expect(answer.status, `${endpoint}: ${JSON.stringify(answer.body)}`).toBe(status ?? (json ? 201 : 200));
  return answer.body;
};

async function fill(shelf: string): Promise<void> {
  const make = (name: string, json: object) =>
    call('admin', `POST /api/${name}`, { json: { shelf, ...json } });
  for (const [title, owner] of [
    ['A', ada],
    ['B', ada],
    ['Ärger', ben],
  ] as const)
    await make('owned', { title, owner: owner.id });
  await make('shared', { title: 'Both', members: [ada.id, ben.id] });
  await make('shared', { title: 'Hers', members: [ada.id] });
  await make('current', { title: 'Now', until: '2999-01-01T00:00:00Z' });
  await make('current', { title: 'Past', until: '1999-01-01T00:00:00Z' });
  await make('either', { title: 'Other', owner: ada.id });
  await make('either', { title: "Ben's", note: 'yes' });
  await make('either', { title: "Ben's", note: 'no' });
  await make('either', { title: 'Common', note: 'yes' });
}

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
  const { kysely } = ctx.services.get('users')!.database;
  const rows = [ada, ben, cem].map(({ id, email: address, role }) => ({
    id,
    name: '',
    email: address,
    role,
  }));
  await kysely.insertInto('users').values(rows).execute();
});
afterAll(() => ctx?.close());

describe('values computed from records that a role sees partially', () => {
  it('are specific to each user, also in the response to their creation', async () => {
    for (const caller of [ada, ben, cem, ben, ada])
      expect(await call(caller, 'POST /api/shelves', { json: { name: 'New' } })).toMatchObject(NOTHING);
  });

  it('are specific to each user in lists, with every sort and filter, and in exports', async () => {
    const name = `List ${newId()}`;
    const { id } = await call(ada, 'POST /api/shelves', { json: { name } });
    const { id: empty } = await call(ben, 'POST /api/shelves', { json: { name } });
    await fill(id);
    for (const [caller, seen] of SEEN) {
      expect(await call(caller, `GET /api/shelves/${id}`)).toMatchObject(seen);
      for (const field of Object.keys(seen))
        for (const order of ['asc', 'desc']) {
          const path =
            `GET /api/shelves?id=${id}&id=${empty}&_sort=${field},name&_order=${order},asc` as const;
          const all = await call(caller, path);
          expect(all.find((one: { id: string }) => one.id === id)).toMatchObject(seen);
          const first = await ctx.call(caller, `${path}&_end=1`);
          const next = await call(caller, `${path}&_end=1&_after=${first.headers.get('x-next-cursor')}`);
          expect([...first.body, ...next]).toEqual(all);
          const value = seen[field as keyof typeof seen];
          const found = await call(
            caller,
            `GET /api/shelves?id=${id}&${field}=${encodeURIComponent(value)}&_sort=${field}`,
          );
          expect(found).toMatchObject([{ id, ...seen }]);
        }
      const csv = await call(caller, `GET /api/shelves/export?id=${id}&_fields=own,sign,either&_sort=sign`);
      expect(csv).toBe(`own,sign,either\r\n${seen.own},${seen.sign},${seen.either}\r\n`);
    }
  });

  it('are specific to each user after every write', async () => {
    for (const [caller, seen] of SEEN) {
      const { id } = await call(caller, 'POST /api/shelves', { json: { name: 'Written' } });
      await fill(id);
      const path = `/api/shelves/${id}` as const;
      expect(await call(caller, `PATCH ${path}`, { json: { name: 'Once' }, status: 200 })).toMatchObject(
        seen,
      );
      expect(await call(caller, `PUT ${path}`, { json: { name: 'Twice' }, status: 200 })).toMatchObject(seen);
      const bulk = { action: 'update', select: { ids: [id] }, values: { name: 'Thrice' } };
      await call(caller, 'POST /api/shelves/bulk', { json: bulk, status: 200 });
      await call(caller, `DELETE ${path}`, { status: 204 });
      expect(await call(caller, `POST ${path}/restore`)).toMatchObject(seen);
      const [latest] = await call(caller, `GET ${path}/history`);
      await call(caller, `POST ${path}/history/${latest.id}/undo`);
      expect(await call(caller, `GET ${path}?archived=true`)).toMatchObject(seen);
    }
  });
});
