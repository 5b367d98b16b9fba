import { describe, expect, it, vi } from 'vitest';
import type { Statement } from '#backend/database/query.ts';
import { CountCache } from './count-cache.ts';

/** A fake database that records published notifications and can deliver one to the listener. */
function fakeDatabase() {
  const published: unknown[][] = [];
  let listener: (payload: string | undefined) => void = () => {};
  const database = {
    engine: 'postgres' as const,
    onNotification: async (_channel: string, subscribed: typeof listener) => {
      listener = subscribed;
    },
    query: async ({ parameters }: Statement) => {
      published.push(JSON.parse(String(parameters[1])));
      return [];
    },
  };
  return { database, published, deliver: (payload: string | undefined) => listener(payload) };
}

/** A count that ends when `resolve` is called. */
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

  it('is adjusted by own writes once they have ended', async () => {
    const counts = new CountCache(fakeDatabase().database);
    await counts.get('books', async () => 7);
    const [end, endOther] = [counts.beginWrite('books'), counts.beginWrite('books')];
    expect(await counts.get('books', async () => 0)).toBe(7);
    end(1);
    endOther(-1);
    expect(await counts.get('books', async () => 0)).toBe(7);
    counts.beginWrite('books')(1);
    expect(await counts.get('books', async () => 0)).toBe(8);
  });

  it('is counted again after a write with an unknown outcome', async () => {
    const counts = new CountCache(fakeDatabase().database);
    await counts.get('books', async () => 7);
    counts.beginWrite('books')(undefined);
    expect(await counts.get('books', async () => 9)).toBe(9);
  });

  it.each([
    ['begins before it and ends during it', true, false],
    ['begins and ends during it', false, false],
    ['begins during it and has not ended', false, true],
  ])('is returned but not cached if a write overlaps with counting: one that %s', async (_, before, open) => {
    const counts = new CountCache(fakeDatabase().database);
    const early = before ? counts.beginWrite('books') : undefined;
    const { count, resolve } = slowCount();
    const counted = counts.get('books', count);
    // Lets the count start: it waits for the subscription first.
    await new Promise((done) => setImmediate(done));
    const end = early ?? counts.beginWrite('books');
    if (!open) end(1);
    resolve(5);
    expect(await counted).toBe(5);
    if (open) end(1);
    expect(await counts.get('books', async () => 6)).toBe(6);
  });

  it('is dropped on a notification of another process, or when one may have been missed', async () => {
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

  it('is counted as soon as subscribing succeeds, where it failed at first', async () => {
    const { database } = fakeDatabase();
    const onNotification = vi.fn(database.onNotification).mockRejectedValueOnce(new Error('not now'));
    const counts = new CountCache({ ...database, onNotification });
    await expect(counts.get('books', async () => 1)).rejects.toThrow('not now');
    expect(await counts.get('books', async () => 2)).toBe(2);
  });

  it('is not dropped by a notification of this process itself', async () => {
    const { database, published, deliver } = fakeDatabase();
    const counts = new CountCache(database);
    await counts.get('books', async () => 1);
    counts.beginWrite('books')(1);
    await expect.poll(() => published.length).toBe(1);
    deliver(JSON.stringify(published[0]));
    expect(await counts.get('books', async () => 0)).toBe(2);
  });
});

describe('writes', () => {
  it('in close succession are published in one notification, without those that changed no count', async () => {
    const { database, published } = fakeDatabase();
    const counts = new CountCache(database);
    for (let index = 0; index < 5; index++) counts.beginWrite('books')(1);
    counts.beginWrite('genres')(-1);
    counts.beginWrite('shelves')(0);
    await expect.poll(() => published.length).toBe(1);
    expect(published[0]?.slice(1)).toEqual(['books', 'genres']);
  });
});
