import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@bindery/backend/database/connection.ts';
import { APPLICATION } from '@bindery/backend/kernel/http/actor.ts';
import { folderStorage } from '@bindery/backend/records/files/storage/folder-storage.ts';
import { createProjection } from '@bindery/backend/records/resources/query/projection.ts';
import { freshDatabase, type TestDatabase } from '@bindery/backend/testing/database.ts';
import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import {
  defineResources,
  file,
  image,
  type Resource,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_FILES } from './make-files.ts';
import { fill } from './seed.ts';

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
  photos: {
    fields: {
      name: text({ required: true }),
      picture: image({ required: true, maxMegapixels: 0.1 }),
      contract: file({ accept: ['application/pdf'] }),
      archive: file({ accept: ['application/zip'] }),
    },
    rights,
  },
  frames: { fields: { photo: image(), shape: select(['round'], { required: true, unique: true }) }, rights },
  zips: { fields: { zip: file({ required: true, accept: ['application/zip'] }) }, rights },
  visits: { fields: { seat: reference('seats', { required: true }) }, rights },
});
const resources: Readonly<Record<string, Resource>> = { ...printShop, ...others };

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-fill-'));
  test = await freshDatabase(resources);
});

afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true });
});

const made = (counts: Record<string, number>, isNasty = false) =>
  fill(test.database, resources, { counts, seed: '1', isNasty, storage: folderStorage(folder) });

const recordsOf = async (name: string) => {
  const view = createProjection(test.database, {
    resource: resources[name]!,
    actor: APPLICATION,
    resources,
  });
  return (await view.select().execute()).map(view.toJson);
};

const PHOTOS = z.array(
  z.object({
    picture: z.object({
      id: z.string(),
      type: z.string(),
      width: z.number(),
      height: z.number(),
      thumbnails: z.array(z.object({ width: z.number() })),
    }),
    contract: z.object({ type: z.string() }).nullable(),
    archive: z.null(),
  }),
);

/** The number of files in the storage, each with its variants in a separate folder. */
const storedFiles = (): number =>
  readdirSync(join(folder, 'files'), { withFileTypes: true })
    .filter(({ name }) => name !== 'incoming')
    .flatMap(({ name }) => readdirSync(join(folder, 'files', name))).length;

const unattached = async (): Promise<number> => {
  const sql = 'select id from files where attached_at is null or not is_stored';
  return (await test.database.query({ sql, parameters: [] })).length;
};

describe('generated records', () => {
  it('follow the schemas, the unique rules and the references of their entries', async () => {
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

  it('refer to several others and match patterns, and can be added to existing records', async () => {
    await made({ notes: 10, tags: 8 });
    await made({ notes: 10 });
    const notes = await recordsOf('notes');
    expect(notes).toHaveLength(20);
    for (const { tags, title } of notes) {
      expect([2, 3]).toContain((tags as unknown[]).length);
      expect(title).toMatch(/^[A-Z]{2}-\d{3}$/);
    }
  });

  it('are rejected with a hint if none of them, or not so many, are possible', async () => {
    await expect(made({ visits: 3 })).rejects.toThrow(
      'visits.seat needs a record of seats; make some as well: seats=100.',
    );
    await expect(made({ seats: 5, days: 30 })).rejects.toThrow(
      'days has room for 2 more records only: a unique rule rejects others. Nothing was added.',
    );
    expect(await recordsOf('seats')).toEqual([]);
    expect(await recordsOf('days')).toEqual([]);
    await expect(made({ zips: 1 })).rejects.toThrow('zips.zip needs a file that its rules allow');
  });

  it('share a few pictures and documents, which are stored like uploads', async () => {
    const before = storedFiles();
    await made({ photos: 300 });
    const photos = PHOTOS.parse(await recordsOf('photos'));
    const pictures = new Map(photos.map(({ picture }) => [picture.id, picture]));
    expect(pictures.size).toBe(MAX_FILES);
    for (const { width, height, thumbnails, type } of pictures.values()) {
      expect(width * height).toBeLessThanOrEqual(100_000);
      expect({ type, thumbnails: thumbnails.map((one) => one.width) }).toEqual({
        type: 'image/png',
        thumbnails: [160],
      });
    }
    const contracts = new Set(photos.flatMap(({ contract }) => contract?.type ?? []));
    expect([...contracts]).toEqual(['application/pdf']);
    expect(photos.filter(({ contract }) => contract === null).length).toBeGreaterThan(0);
    expect(photos.every(({ archive }) => archive === null)).toBe(true);
    expect(await unattached()).toBe(0);
    expect(storedFiles() - before).toBe(2 * MAX_FILES);
  });

  it('are announced to running servers, which count again', async () => {
    const published: unknown[] = [];
    const database: Database = {
      ...test.database,
      engine: 'postgres',
      execute: async (statement) => {
        if (statement.sql.includes('pg_notify')) published.push(JSON.parse(String(statement.parameters[1])));
        return test.database.execute(statement);
      },
    };
    const counts = { tags: 1, seats: 2 };
    await fill(database, resources, { counts, seed: '2', isNasty: false, storage: folderStorage(folder) });
    expect(published).toEqual([[expect.any(String), 'tags', 'seats']]);
  });

  it('leave no files behind after a rejection', async () => {
    const before = storedFiles();
    await expect(made({ frames: 5 })).rejects.toThrow('frames has room for 1 more records only');
    expect(storedFiles()).toBe(before);
    const rows = await test.database.query({
      sql: `select id from files where resource = 'frames'`,
      parameters: [],
    });
    expect(rows).toEqual([]);
  });
});
