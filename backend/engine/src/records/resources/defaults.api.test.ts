import {
  currentUser,
  date,
  datetime,
  defineResources,
  email,
  now,
  text,
  today,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { create } from './operations/write-record.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  notes: {
    fields: {
      title: text({ required: true }),
      day: date({ required: true, default: today }),
      at: datetime({ readOnly: true, default: now }),
      from: email({ default: currentUser.email }),
      author: text({ readOnly: true, default: currentUser.email }),
      signed: email({ required: true, default: currentUser.email }),
    },
    rights: { admin: everything, public: everything },
  },
});

let ctx: TestEndpoints;

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
});

afterAll(() => ctx?.close());

const post = (caller: 'admin' | 'public', json: object) => ctx.call(caller, 'POST /api/notes', json);

describe('a dynamic default', () => {
  it('fills in what a request omits', async () => {
    const before = Date.now();
    const { status, body } = await post('admin', { title: 'A' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      from: 'actor@example.com',
      author: 'actor@example.com',
      signed: 'actor@example.com',
      day: body.at.slice(0, 10),
    });
    expect(Date.parse(body.at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.at)).toBeLessThanOrEqual(Date.now());
    const [change] = (await ctx.call('admin', `GET /api/notes/${body.id}/history`)).body;
    expect(change.changes.day).toEqual({ before: null, after: body.day });
  });

  it('gives way to the values of a request, and to an emptied field', async () => {
    const { body } = await post('admin', { title: 'B', day: '2020-02-29', from: null });
    expect(body).toMatchObject({ day: '2020-02-29', from: null });
    expect((await post('admin', { title: 'C', day: null })).body.errors).toHaveProperty('day');
    expect((await post('admin', { title: 'C', author: 'x@example.com' })).body.errors).toHaveProperty(
      'author',
    );
  });

  it('does not exist without a user: empty, or an error if a value is required', async () => {
    const rejected = await post('public', { title: 'D' });
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: { signed: [{ key: 'errors.required' }] } },
    });
    const { body } = await post('public', { title: 'D', signed: 'd@example.com' });
    expect(body).toMatchObject({ from: null, author: null, signed: 'd@example.com' });
    const service = ctx.services.get('notes')!;
    const values = { title: 'E', signed: 'e@example.com' };
    const job = await create(service, { values, actor: APPLICATION });
    expect(job).toMatchObject({ author: null, day: expect.any(String) });
  });

  it('does not change an existing record', async () => {
    const { body } = await post('admin', { title: 'F', day: '2020-01-01' });
    const changed = await ctx.call('admin', `PATCH /api/notes/${body.id}`, { title: 'G' });
    expect(changed.body).toMatchObject({ day: '2020-01-01', at: body.at });
    const replaced = await ctx.call('admin', `PUT /api/notes/${body.id}`, { title: 'H' });
    expect(replaced.body).toMatchObject({
      day: '2020-01-01',
      from: null,
      signed: 'actor@example.com',
    });
  });
});
