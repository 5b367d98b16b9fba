import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjection } from '#backend/resources/query/projection.ts';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { schemasOf } from '#contract/resources/schemas.ts';
import {
  defineResources,
  type Resource,
  reference,
  references,
  select,
  text,
} from '#contract/schema/index.ts';
import { printShop } from '#contract/testing/print-shop.ts';
import { fill } from './fill.ts';

const rights = { admin: ['read'] } as const;
const others = defineResources({
  tags: { fields: { name: text({ required: true, unique: true }) }, rights },
  notes: {
    fields: {
      title: text({ required: true, pattern: /^[A-Z]{2}-\d{3}$/ }),
      tags: references('tags', { required: true, min: 2, max: 3 }),
      after: reference('notes'),
    },
    rights,
  },
  days: { fields: { day: select(['monday', 'sunday'], { required: true, unique: true }) }, rights },
  seats: { fields: { name: text() }, rights },
  visits: { fields: { seat: reference('seats', { required: true }) }, rights },
});
const resources: Readonly<Record<string, Resource>> = { ...printShop, ...others };

let test: TestDatabase;

beforeAll(async () => {
  test = await freshDatabase(resources);
});

afterAll(() => test?.drop());

const made = (counts: Record<string, number>, isNasty = false) =>
  fill(test.database, resources, { counts, seed: '1', isNasty });

const recordsOf = async (name: string) => {
  const view = createProjection(test.database, { resource: resources[name]!, viewer: 'server', resources });
  return (await view.select().execute()).map(view.toJson);
};

describe('made records', () => {
  it('keep to the schemas, the unique rules and the references of their entries', async () => {
    const counts = { lines: 60, orders: 30, users: 5, customers: 10 };
    await made(counts, true);
    for (const [name, count] of Object.entries(counts)) {
      const records = await recordsOf(name);
      expect(records).toHaveLength(count);
      const { item } = schemasOf(resources[name]!);
      for (const record of records)
        expect(item.safeParse(record).error, JSON.stringify(record)).toBeUndefined();
    }
    const orders = await recordsOf('orders');
    expect(new Set(orders.map(({ number }) => number)).size).toBe(30);
    expect(orders.every(({ takenAt }) => takenAt !== null)).toBe(true);
    expect((await recordsOf('users')).every(({ role }) => role === 'user')).toBe(true);
  });

  it('refer to several others and match patterns, and more of them are added to those that there are', async () => {
    await made({ notes: 10, tags: 8 });
    await made({ notes: 10 });
    const notes = await recordsOf('notes');
    expect(notes).toHaveLength(20);
    for (const { tags, title } of notes) {
      expect([2, 3]).toContain((tags as unknown[]).length);
      expect(title).toMatch(/^[A-Z]{2}-\d{3}$/);
    }
  });

  it('are refused with what to do where there can be none of them, or not so many', async () => {
    await expect(made({ visits: 3 })).rejects.toThrow(
      'visits.seat needs a record of seats; make some as well: seats=100.',
    );
    await expect(made({ days: 30 })).rejects.toThrow(
      'days has room for 2 more records only: a unique rule refuses others.',
    );
  });
});
