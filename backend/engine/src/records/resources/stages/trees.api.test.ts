import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  folders: {
    fields: {
      name: text({ required: true }),
      within: reference('folders', { onDelete: 'cascade' }),
      copyOf: reference('folders', { onDelete: 'setNull' }),
      hint: text(),
    },
    rights: { admin: everything },
  },
});

let endpoints: TestEndpoints;
let moveTo: string | undefined;
beforeAll(async () => {
  const beforeUpdate = async ({ values }: { values: Readonly<Record<string, unknown>> }) =>
    moveTo === undefined ? undefined : { ...values, within: moveTo };
  endpoints = await serveEndpoints(resources, { hooks: { folders: { beforeUpdate } } });
});
afterAll(() => endpoints?.close());

const made = async (values: object = {}): Promise<string> =>
  (await endpoints.call('admin', 'POST /api/folders', { name: 'Folder', ...values })).body.id;
const change = (id: string, values: object, method = 'PATCH') =>
  endpoints.call('admin', `${method} /api/folders/${id}` as `PATCH /api/folders`, values);
const invalid = { status: 400, body: { errors: { within: [{ key: 'errors.ownAncestor' }] } } };

describe('a record that refers to its own resource', () => {
  it.each(['PATCH', 'PUT'])('cannot become a descendant of itself with %s', async (method) => {
    const top = await made();
    const middle = await made({ within: top });
    const bottom = await made({ within: middle });
    for (const within of [top, middle, bottom, bottom.toUpperCase()])
      expect(await change(top, { name: 'Folder', within }, method)).toMatchObject(invalid);
    expect((await endpoints.call('admin', `GET /api/folders/${top}`)).body.within).toBeNull();
  });

  it('may be moved anywhere else, or remain where it is', async () => {
    const [one, other] = [await made(), await made()];
    const inner = await made({ within: one });
    expect(await change(inner, { within: other })).toMatchObject({
      status: 200,
      body: { within: { id: other } },
    });
    expect((await change(inner, { within: other, hint: 'Here' })).status).toBe(200);
    expect((await change(one, { within: inner })).status).toBe(200);
    expect((await change(one, { within: null })).status).toBe(200);
  });

  it('forms a separate tree with each of its references', async () => {
    const one = await made();
    const other = await made({ within: one });
    expect((await change(one, { copyOf: other })).status).toBe(200);
    expect(await change(other, { copyOf: one })).toMatchObject({
      body: { errors: { copyOf: [{ key: 'errors.ownAncestor' }] } },
    });
  });

  it('is also rejected if a hook would close a cycle', async () => {
    const one = await made();
    moveTo = await made({ within: one });
    expect(await change(one, { hint: 'Moved by a rule' })).toMatchObject(invalid);
    moveTo = undefined;
  });

  it('forms no cycle after two concurrent updates', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = await Promise.all([made(), made(), made()]);
      const responses = await Promise.all(
        ids.map((id, index) => change(id, { within: ids[(index + 1) % ids.length] })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });
});
