import { boolean, date, defineResources, email, select, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  stays: {
    fields: {
      guest: text({ required: true, unique: true }),
      arrival: date({ required: true }),
      departure: date({ gt: 'arrival' }),
    },
    rights: { admin: everything },
  },
  users: {
    managedBy: 'auth',
    fields: {
      email: email({ required: true, unique: true, search: true }),
      name: text(),
      role: select(['user', 'admin'], { required: true, default: 'user' }),
      banned: boolean({ required: true, readOnly: true }),
      hiredOn: date(),
      leavesOn: date({ gte: 'hiredOn' }),
    },
    label: 'email',
    rights: { admin: everything },
  },
});

let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startServer({}, resources);
  admin = server.browser();
  await admin.signIn(ADMIN);
});
afterAll(() => server?.close());

let made = 0;
const JANUARY = { arrival: '2027-01-10', departure: '2027-01-12' };
const add = async (values: object = JANUARY): Promise<string> =>
  (await admin.call('/api/stays', { json: { guest: `Guest ${++made}`, ...values } })).body.id;
const change = (id: string, json: object, resource = 'stays') =>
  admin.call(`/api/${resource}/${id}`, { method: 'PATCH', json });
const get = async (id: string) => (await admin.call(`/api/stays/${id}`)).body;

describe('a record whose dates have a constraint', () => {
  it('is rejected with the name of the other field, and remains unchanged', async () => {
    const id = await add();
    const { status, body } = await change(id, { arrival: '2027-01-12' });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: {
        departure: [
          {
            key: 'errors.notAfter',
            message: 'Departure must be after arrival',
            values: { others: 'arrival' },
          },
        ],
      },
    });
    expect(await get(id)).toMatchObject(JANUARY);
    expect((await change(id, { arrival: '2027-01-12', departure: '2027-01-13' })).status).toBe(200);
    expect((await change(id, { departure: null })).status).toBe(200);
    expect((await change(id, { arrival: '2030-01-01' })).status).toBe(200);
  });

  it('cannot become invalid through two concurrent changes, one of each date', async () => {
    for (const id of [await add(), await add(), await add()]) {
      const both = await Promise.all([
        change(id, { arrival: '2027-01-11' }),
        change(id, { departure: '2027-01-11' }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      const { arrival, departure } = await get(id);
      expect(departure > arrival).toBe(true);
    }
  });

  it('can be changed elsewhere if it was invalid before the rule, but an undo cannot restore the invalid state', async () => {
    const id = await add();
    const sql = "update stays set departure = '2026-01-01' where id = $1";
    await server.database.execute({ sql, parameters: [id] });
    expect((await change(id, { guest: 'Ṣàngó 🏨' })).status).toBe(200);
    expect((await change(id, { departure: '2026-01-02' })).status).toBe(400);
    expect((await change(id, { departure: '2027-02-01' })).status).toBe(200);
    const [last] = (await admin.call(`/api/stays/${id}/history`)).body;
    const undone = await admin.call(`/api/stays/${id}/history/${last.id}/undo`, { json: {} });
    expect(undone).toMatchObject({
      status: 400,
      body: { errors: { departure: [{ key: 'errors.notAfter' }] } },
    });
    expect(await get(id)).toMatchObject({ departure: '2027-02-01' });
  });

  it('stops a change of several records, which names it, and changes none', async () => {
    const ids = [await add(), await add({ arrival: '2028-01-01', departure: '2028-01-02' })];
    const json = { select: { ids }, action: 'update', values: { departure: '2027-06-01' } };
    const { status, body } = await admin.call('/api/stays/bulk', { json });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: { departure: [{ key: 'errors.notAfter' }] }, record: { id: ids[1] } },
    });
    expect(await get(ids[0]!)).toMatchObject(JANUARY);
  });

  it('is an invalid row of an import, new or not', async () => {
    const imports = new ImportFixture(server.url, admin);
    const id = await add();
    const file = [
      'id,guest,arrival,departure',
      `${id},Ada,2027-02-01,2027-02-01`,
      ',Grace,2027-01-10,2027-01-10',
      ',Edsger,2027-01-10,',
      ',Barbara,2027-01-10,soon',
    ].join('\r\n');
    const checked = await imports.check('stays', { file, matchBy: 'id' });
    expect(await imports.invalidRows(checked.id)).toEqual([
      [1, { departure: ['errors.notAfter'] }],
      [2, { departure: ['errors.notAfter'] }],
      [4, { departure: ['errors.invalid'] }],
    ]);
  });

  it('is also rejected among users, for fields that better-auth does not know', async () => {
    const [{ id }] = (await admin.call('/api/users')).body;
    expect((await change(id, { hiredOn: '2027-01-10', leavesOn: '2027-01-10' }, 'users')).status).toBe(200);
    expect(await change(id, { leavesOn: '2027-01-09' }, 'users')).toMatchObject({
      status: 400,
      body: { errors: { leavesOn: [{ key: 'errors.before' }] } },
    });
  });
});

it('the OpenAPI document describes the constraints of a field', async () => {
  const document = (await admin.call('/api/openapi.json')).body;
  expect(JSON.stringify(document.components)).toContain('Greater than arrival, where both have a value.');
});
