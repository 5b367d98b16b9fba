import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AllResources,
  decimal,
  defineResources,
  integer,
  text,
} from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { createEntities } from '../entities.ts';
import { createMigration } from './create-migration.ts';

const rights = { admin: ['read'] } as const;
const before = defineResources({
  shelves: { fields: { name: text({ max: 50 }), weight: decimal({ scale: 3 }), floor: integer() }, rights },
});
const after = defineResources({
  shelves: { fields: { title: text({ max: 5, was: 'name' }), weight: decimal({ scale: 1 }) }, rights },
});

let test: TestDatabase;
let folder: string;
let printed: string[];
beforeAll(async () => {
  test = await freshDatabase(before);
  folder = mkdtempSync(join(tmpdir(), 'bindery-create-'));
  const rows = [`'Short', 1.5, 1`, `'Too long', 1.25, null`, `'Much too long', 2, null`, `null, null, null`];
  for (const row of rows)
    await test.database.kysely.executeQuery(
      CompiledQuery.raw(
        `insert into shelves (id, name, weight, floor, created_at, updated_at) values (gen_random_uuid(), ${row}, now(), now())`,
      ),
    );
});
afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true });
});

const create = (resources: AllResources, more: Partial<Parameters<typeof createMigration>[0]> = {}) => {
  printed = [];
  return createMigration({
    entities: createEntities(resources).filter(({ tableName }) => tableName === 'shelves'),
    migrations: folder,
    // The test needs its database after the command has closed it.
    open: async () => ({ ...test.database, close: async () => {} }),
    allowLoss: false,
    print: (text) => printed.push(text),
    ...more,
  });
};
const files = () => readdirSync(folder).filter((name) => name.endsWith('.ts'));

it('writes a migration that only adds at once', async () => {
  expect(await create(before)).toBe(true);
  expect(files()).toHaveLength(1);
});

it('reports the rows that lose data, and does not write the migration', async () => {
  expect(await create(after)).toBe(false);
  const text = printed.join('\n');
  expect(text).toContain('shelves.title from varchar(50) to varchar(5): 2 rows lose characters');
  expect(text).toContain('shelves.weight from numeric(12,3) to numeric(12, 1): 1 row loses decimals');
  expect(text).toContain('column shelves.floor goes, with its values: 1 row loses its value');
  expect(text).toContain('-- --allow-loss');
  expect(files()).toHaveLength(1);
});

it('does not lose data even if the database is unavailable', async () => {
  const open = async () => {
    throw new Error('nobody answers');
  };
  expect(await create(after, { open })).toBe(false);
  expect(printed.join('\n')).toContain('unknown: nobody answers');
  expect(await create(after, { open: async () => undefined })).toBe(false);
  expect(files()).toHaveLength(1);
});

it('writes a migration that loses data if that is allowed', async () => {
  expect(await create(after, { allowLoss: true })).toBe(true);
  expect(files()).toHaveLength(2);
  expect(await create(after)).toBe(true);
  expect(printed.join('\n')).toContain('Nothing to migrate');
});
