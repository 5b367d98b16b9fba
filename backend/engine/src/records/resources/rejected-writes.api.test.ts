import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import {
  ACTOR,
  createResourceFixture,
  type ResourceFixture,
  type ServiceFixture,
} from '#backend/testing/resource-fixture.ts';
import { readHistory } from './operations/history.ts';
import { read } from './operations/read.ts';
import { remove, update } from './operations/write-record.ts';
import { createOnce } from './write/idempotency-key.ts';

const resources = defineResources({
  rooms: { fields: { name: text({ required: true, unique: true }) }, rights: { admin: ['read'] } },
  shelves: {
    fields: {
      name: text({ required: true }),
      side: text({ required: true }),
      room: reference('rooms', { required: true }),
      spare: reference('rooms', { onDelete: 'setNull' }),
    },
    unique: [{ fields: ['name', 'side'], reportOn: 'side' }],
    rights: { admin: ['read'] },
  },
  labels: {
    fields: {
      name: text(),
      room: reference('rooms', { onDelete: 'cascade' }),
      under: reference('labels', { onDelete: 'cascade' }),
    },
    rights: { admin: ['read'] },
  },
  stamps: {
    fields: { name: text(), label: reference('labels', { onDelete: 'cascade' }) },
    rights: { admin: ['read'] },
  },
});

let rooms: ResourceFixture;
let shelves: ServiceFixture;
let labels: ServiceFixture;
let count = 0;

beforeAll(async () => {
  rooms = await createResourceFixture(resources, {
    name: 'rooms',
    hooks: {
      beforeCreate: async (values) => {
        if (values.name === 'forbidden') throw new ApiError('FORBIDDEN');
        if (values.name === 'haunted') throw new ApiError('CONFLICT', { message: 'Nobody dares to go in' });
        if (values.name === 'rejected') return Promise.reject();
        if (values.name === 'translated')
          throw new ApiError('CONFLICT', { reason: { key: 'haunted', message: 'Nobody dares to go in' } });
        return values.name === 'changed' ? { ...values, name: `changed ${++count}` } : undefined;
      },
    },
  });
  shelves = rooms.beside('shelves');
  labels = rooms.beside('labels');
});

afterAll(() => rooms?.close());

const room = () => rooms.add({ name: `Room ${++count}` });
const total = async (fixture: ServiceFixture) => (await fixture.list()).total.value;

describe('a duplicate record', () => {
  it('is rejected with an error on its field, and the total stays the same', async () => {
    const { name } = await room();
    const before = await total(rooms);
    await expect(rooms.add({ name })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { errors: { name: [{ key: 'errors.unique', values: { record: 'Room' } }] } },
    });
    expect(await total(rooms)).toBe(before);
  });

  it('is also rejected with different case or accents, as filters match it', async () => {
    for (const [name, same] of [
      ['Café Émile', 'CAFE EMILE'],
      ['مكتبة أحمد', 'مكتبه احمد'],
      ['Straße', 'strasse'],
    ]) {
      await rooms.add({ name });
      await expect(rooms.add({ name: same })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { errors: { name: [{ key: 'errors.unique' }] } },
      });
    }
  });

  it('is rejected with an error on the configured field, if several fields are unique together', async () => {
    const { id } = await room();
    await shelves.add({ name: 'A', side: 'left', room: id });
    await shelves.add({ name: 'A', side: 'right', room: id });
    await expect(shelves.add({ name: 'A', side: 'left', room: id })).rejects.toMatchObject({
      details: { errors: { side: [{ key: 'errors.uniqueTogether', values: { others: 'name' } }] } },
    });
  });

  it('is created once by ten concurrent requests', async () => {
    const name = `Room ${++count}`;
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => rooms.add({ name })));
    const rejections = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(rejections).toHaveLength(9);
    for (const rejection of rejections) expect(rejection).toMatchObject({ code: 'CONFLICT' });
    expect((await rooms.list({ _end: 100 })).items.filter((item) => item.name === name)).toHaveLength(1);
  });

  it('is also rejected if an update would create it', async () => {
    const [first, second] = [await room(), await room()];
    const change = { id: second.id, values: { name: first.name }, ifMatch: undefined, actor: ACTOR };
    await expect(update(rooms.service, change)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { errors: { name: [{ key: 'errors.unique' }] } },
    });
    expect(await read(rooms.service, { id: second.id, actor: ACTOR })).toEqual(second);
  });
});

describe('a reference', () => {
  it('to a record that does not exist is rejected with an error on its field', async () => {
    await expect(shelves.add({ name: 'B', side: 'left', room: newId() })).rejects.toMatchObject({
      code: 'INVALID',
      details: { errors: { room: [{ key: 'errors.referenceNotFound' }] } },
    });
  });

  it('prevents the deletion of its target, and the error names the referrers', async () => {
    const { id } = await room();
    await shelves.add({ name: 'C', side: 'left', room: id });
    await shelves.add({ name: 'C', side: 'right', room: id });
    const before = await total(rooms);
    await expect(remove(rooms.service, { id, ifMatch: undefined, actor: ACTOR })).rejects.toMatchObject({
      code: 'IN_USE',
      message: 'This room is in use by 2 shelves',
    });
    expect(await total(rooms)).toBe(before);
    expect(await readHistory(rooms.service, { id, actor: ACTOR })).toHaveLength(1);
  });

  it('is cleared, or deletes its record, if the config entry says so', async () => {
    const [used, spare] = [await room(), await room()];
    const fixture = await shelves.add({ name: 'D', side: 'left', room: used.id, spare: spare.id });
    await labels.add({ name: 'D', room: spare.id });
    const before = await total(labels);
    await remove(rooms.service, { id: spare.id, ifMatch: undefined, actor: ACTOR });
    expect(await read(shelves.service, { id: fixture.id, actor: ACTOR })).toMatchObject({ spare: null });
    expect(await total(labels)).toBe(before - 1);
  });
});

describe('totals after a cascading deletion', () => {
  it('are correct for all affected resources, however long the chain', async () => {
    const stamps = rooms.beside('stamps');
    const { id } = await room();
    const label = await labels.add({ name: 'on the door', room: id });
    const under = await labels.add({ name: 'under it', under: label.id });
    await stamps.add({ name: 'one', label: under.id });
    const before = [await total(labels), await total(stamps)];
    await remove(rooms.service, { id, ifMatch: undefined, actor: ACTOR });
    expect([await total(labels), await total(stamps)]).toEqual([before[0]! - 2, before[1]! - 1]);
  });

  it('are correct if a resource cascades to itself', async () => {
    const label = await labels.add({ name: 'above' });
    await labels.add({ name: 'below', under: label.id });
    const before = await total(labels);
    await remove(labels.service, { id: label.id, ifMatch: undefined, actor: ACTOR });
    expect(await total(labels)).toBe(before - 2);
  });
});

describe('a text with a NUL, which PostgreSQL cannot store', () => {
  it('is rejected with an error on its field', async () => {
    const rejection = { code: 'INVALID', details: { errors: { name: [{ key: 'errors.invalid' }] } } };
    await expect(rooms.add({ name: 'a\0b' })).rejects.toMatchObject(rejection);
    const { id } = await room();
    const change = { id, values: { name: 'a\0b' }, ifMatch: undefined, actor: ACTOR };
    await expect(update(rooms.service, change)).rejects.toMatchObject(rejection);
  });
});

describe('a hook around a write', () => {
  it('may reject it, and then everything is rolled back', async () => {
    const before = await total(rooms);
    await expect(rooms.add({ name: 'forbidden' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await total(rooms)).toBe(before);
  });

  it('may provide its own message, which is shown to users', async () => {
    const reason = { message: 'Nobody dares to go in' };
    await expect(rooms.add({ name: 'haunted' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: reason.message,
      details: { reason },
    });
    await expect(rooms.add({ name: 'translated' })).rejects.toMatchObject({
      message: reason.message,
      details: { reason: { ...reason, key: 'haunted' } },
    });
    const rejected = await rooms.add({ name: 'forbidden' }).catch((error: ApiError) => error.body('r1'));
    expect(rejected).not.toHaveProperty('reason');
  });

  it('fails like any other error if it throws nothing, instead of looking like an unknown path', async () => {
    const thrown: unknown = await rooms.add({ name: 'rejected' }).catch((error) => error);
    expect(thrown).toEqual(new Error('Extension code threw undefined, which is not an Error'));
  });

  it('may return other values, which are stored and recorded in the history', async () => {
    const made = await rooms.add({ name: 'changed' });
    expect(made.name).toMatch(/^changed \d+$/);
    const [line] = await readHistory(rooms.service, { id: made.id, actor: ACTOR });
    expect(line?.changes).toEqual({ name: { before: null, after: made.name } });
  });
});

describe('a hook around a creation alone', () => {
  const reason = { message: 'The house is full' };
  const refuse = async () => {
    throw new ApiError('TOO_MANY_REQUESTS', reason);
  };

  it('rejects a creation of a resource that has no other hook, with its own message', async () => {
    const limited = rooms.withHooks({ limitCreations: refuse });
    const before = await total(limited);
    await expect(limited.add({ name: 'One too many' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { reason },
    });
    expect(await total(limited)).toBe(before);
  });

  it('fails like any other error if it throws nothing', async () => {
    for (const name of ['limitCreations', 'afterCreate']) {
      const limited = rooms.withHooks({ [name]: () => Promise.reject() });
      await expect(limited.add({ name: `With ${name}` })).rejects.toThrow('Extension code threw undefined');
    }
  });

  it('finds the record after its creation, and reports its own message', async () => {
    const limited = rooms.withHooks({ afterCreate: refuse });
    const before = await total(limited);
    await expect(limited.add({ name: 'One' })).rejects.toMatchObject({ details: { reason } });
    const values = { name: 'Two' };
    await expect(createOnce(limited.service, { actor: ACTOR, values, key: 'k' })).rejects.toMatchObject({
      details: { reason },
    });
    expect(await total(limited)).toBe(before + 2);
  });
});
