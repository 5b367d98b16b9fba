import { describe, expect, it, vi } from 'vitest';
import type { Statement } from '#backend/database/query.ts';
import { CountCache } from './count.ts';

/** A fake database that records published notifications and can deliver one to the listener. */
function fakeDatabase() {
  const published: unknown[][] = [];
  let listener: (payload: string | undefined) => void = () => {};
  const database = {
    engine: 'postgres' as const,
    onNotification: async (_channel: string, subscribed: typeof listener) => {
      listener = subscribed;
    },
    execute: async ({ parameters }: Statement) => {
      published.push(JSON.parse(String(parameters[1])));
      return [];
    },
  };
  return { database, published, deliver: (payload: string | undefined) => listener(payload) };
}

/** A count that finishes when `resolve` is called. */
function slowCount() {
  const { promise, resolve } = Promise.withResolvers<number>();
  return { count: () => promise, resolve };
}

describe('the count of a resource', () => {
  it('is counted once and then cached', async () => {
    const counts = new CountCache(fakeDatabase().database);
    const count = vi.fn(async () => 7);
    expect([await counts.get('books', count), await counts.get('books', count)]).toEqual([7, 7]);
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('is counted once for concurrent requests', async () => {
    const counts = new CountCache(fakeDatabase().database);
    const { count, resolve } = slowCount();
    const counting = vi.fn(count);
    const counted = Promise.all([counts.get('books', counting), counts.get('books', counting)]);
    resolve(3);
    expect(await counted).toEqual([3, 3]);
    expect(counting).toHaveBeenCalledTimes(1);
  });

  it('is counted again after a write', async () => {
    const counts = new CountCache(fakeDatabase().database);
    await counts.get('books', async () => 7);
    counts.drop('books');
    expect(await counts.get('books', async () => 8)).toBe(8);
    expect(await counts.get('books', async () => 9)).toBe(8);
  });

  it('is returned but not cached if a write finishes while it is counted', async () => {
    const counts = new CountCache(fakeDatabase().database);
    const { count, resolve } = slowCount();
    const counted = counts.get('books', count);
    // Lets the count start: it waits for the subscription first.
    await new Promise((done) => setImmediate(done));
    counts.drop('books');
    const next = counts.get('books', async () => 6);
    resolve(5);
    expect([await counted, await next]).toEqual([5, 6]);
    expect(await counts.get('books', async () => 7)).toBe(6);
  });

  it('is not cached if notifications may have been missed while it is counted', async () => {
    const { database, deliver } = fakeDatabase();
    const counts = new CountCache(database);
    const { count, resolve } = slowCount();
    const counted = counts.get('books', count);
    await new Promise((done) => setImmediate(done));
    deliver(undefined);
    resolve(5);
    expect(await counted).toBe(5);
    expect(await counts.get('books', async () => 6)).toBe(6);
  });

  it('is invalidated on a notification of another process, or when one may have been missed', async () => {
    const { database, deliver } = fakeDatabase();
    const counts = new CountCache(database);
    await counts.get('books', async () => 1);
    await counts.get('genres', async () => 1);
    deliver(JSON.stringify(['somebody else', 'books']));
    expect(await counts.get('books', async () => 2)).toBe(2);
    expect(await counts.get('genres', async () => 2)).toBe(1);
    deliver(undefined);
    expect(await counts.get('genres', async () => 3)).toBe(3);
  });

  it('is counted as soon as subscribing succeeds, if it failed at first', async () => {
    const { database } = fakeDatabase();
    const onNotification = vi.fn(database.onNotification).mockRejectedValueOnce(new Error('not now'));
    const counts = new CountCache({ ...database, onNotification });
    await expect(counts.get('books', async () => 1)).rejects.toThrow('not now');
    expect(await counts.get('books', async () => 2)).toBe(2);
  });

  it('is not invalidated by a notification of this process itself', async () => {
    const { database, published, deliver } = fakeDatabase();
    const counts = new CountCache(database);
    counts.drop('books');
    await counts.get('books', async () => 2);
    await expect.poll(() => published.length).toBe(1);
    deliver(JSON.stringify(published[0]));
    expect(await counts.get('books', async () => 0)).toBe(2);
  });
});

describe('writes', () => {
  it('in close succession are published in one notification', async () => {
    const { database, published } = fakeDatabase();
    const counts = new CountCache(database);
    for (let index = 0; index < 5; index++) counts.drop('books');
    counts.drop('genres');
    await expect.poll(() => published.length).toBe(1);
    expect(published[0]?.slice(1)).toEqual(['books', 'genres']);
  });
});
