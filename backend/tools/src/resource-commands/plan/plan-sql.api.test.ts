import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transaction } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { createMigration } from '@bindery/backend/database/migrations/create-migration.ts';
import { lockDataDirectory } from '@bindery/backend/database/pglite.ts';
import { freshDatabase, newDatabase, type TestDatabase } from '@bindery/backend/testing/database.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import {
  decimal,
  defineResources,
  integer,
  type Resource,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change } from './change.ts';
import { measureLocks, planSql } from './plan-sql.ts';

const rights = { admin: ['read'] } as const;
const before = defineResources({
  shelves: {
    fields: {
      name: text({ required: true, max: 50, search: true }),
      place: text({ max: 40 }),
      weight: decimal({ precision: 8, scale: 2 }),
      floor: integer(),
      state: select(['open', 'lost']),
    },
    rights,
  },
  boxes: { fields: { label: text(), shelf: reference('shelves') }, rights },
});
const after = defineResources({
  shelves: {
    fields: {
      name: text({ required: true, max: 80, search: true, unique: true }),
      place: text({ required: true, max: 90 }),
      weight: decimal({ precision: 8, scale: 1 }),
      state: select(['open', 'full'], { formerValues: { lost: 'open' } }),
      height: integer({ default: 3, required: true }),
    },
    rights,
  },
  boxes: { fields: { label: text({ max: 10 }) }, rights },
  lids: { fields: { shelf: reference('shelves', { required: true }) }, rights },
});

let test: TestDatabase;
let folder: string;
let migrations: string;
/** The plan with the rows of the test's database. It takes a new embedded database. */
let planned: Change[];
/** A data folder in use, in which no plan can open an embedded database: that would take seconds. */
let taken: string;
let letGo: () => void;
const entitiesOf = (resources: Readonly<Record<string, Resource>>) =>
  createEntities(resources).filter(({ tableName }) => ['shelves', 'boxes', 'lids'].includes(tableName));
const run = async (kysely: Transaction, sql: string) =>
  (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows;

beforeAll(async () => {
  test = await freshDatabase(before);
  folder = mkdtempSync(join(tmpdir(), 'plan-sql-'));
  symlinkSync(join(productRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  migrations = join(folder, 'migrations');
  mkdirSync(migrations);
  // It creates functions that indexes need.
  const first = 'Migration20260101000000_fold.ts';
  copyFileSync(join(productRoot(), 'migrations', first), join(migrations, first));
  await createMigration({
    entities: entitiesOf(before),
    migrations,
    allowLoss: false,
    print: () => {},
    open: async () => undefined,
  });
  for (const values of [
    `'A', 'hall', 1.25, 1, 'open'`,
    `'B', 'attic', 2.5, null, 'lost'`,
    `'C', 'hall', 3, 3, null`,
  ])
    await run(
      test.database.kysely,
      `insert into shelves (id, name, place, weight, floor, state, created_at, updated_at)
       values (gen_random_uuid(), ${values}, now(), now())`,
    );
  const template = await newDatabase();
  planned = await planSql({ entities: entitiesOf(after), migrations, template, open: openTest });
  taken = join(folder, 'taken');
  letGo = lockDataDirectory(taken);
});
afterAll(async () => {
  await test?.drop();
  letGo?.();
  rmSync(folder, { recursive: true });
});

const openTest = async () => ({ ...test.database, close: async () => {} });

/** The changes, as `verdict subject`. */
const inWords = (changes: readonly Change[]) =>
  changes.map(({ verdict, subject }) => `${verdict} ${subject}`);

it('reports losses and requirements, with the numbers of rows in the database', async () => {
  const changes = inWords(planned);
  for (const change of [
    'lossy column shelves.floor goes, with its values: 2 rows lose their values',
    'lossy shelves.weight from numeric(8,2) to numeric(8, 1): 1 row loses decimals',
    'lossy column boxes.shelf goes, with its values: no row loses its value',
    'safe shelves.place becomes required, so no row may lack it: no row lacks it',
    'safe shelves.name becomes unique, whatever case and accents: no row shares that with another',
  ])
    expect(changes).toContain(change);
});

it('counts the numbers that do not fit a narrower column, because the migration would fail', async () => {
  const { shelves, ...others } = before;
  const fields = { weight: decimal({ precision: 3, scale: 3 }) };
  const entities = entitiesOf({ ...others, ...defineResources({ shelves: { fields, rights } }) });
  expect(inWords(await planSql({ entities, migrations, dataDir: taken, open: openTest }))).toContain(
    'impossible shelves.weight becomes numeric(3, 3): no row may have more than 0 digits before the point: 3 rows have more',
  );
  await expect(
    run(test.database.kysely, 'alter table shelves alter column weight type numeric(3, 3)'),
  ).rejects.toThrow('numeric field overflow');
});

it('continues without numbers and locks if neither database is available', async () => {
  const plan = async (open: Parameters<typeof planSql>[0]['open']) =>
    inWords(await planSql({ entities: entitiesOf(after), migrations, dataDir: taken, open }));
  const inUse = /^review The locks are not known: The data folder .* is in use by another process/;
  const unavailable = await plan(async () => {
    throw new Error('nothing listens there');
  });
  expect(unavailable).toContain('lossy column shelves.floor goes, with its values');
  expect(unavailable).toContain('review shelves.place becomes required, so no row may lack it');
  expect(unavailable.slice(-2)).toEqual([
    expect.stringMatching(inUse),
    'review The rows were not counted: nothing listens there',
  ]);
  expect((await plan(async () => undefined)).at(-1)).toBe(
    'review The rows were not counted: There is no database yet.',
  );
});

it('reports the locks that the migration takes on a database with rows', async () => {
  const statements = planned.filter(
    ({ verdict, subject }) => ['safe', 'blocking'].includes(verdict) && subject.endsWith(';'),
  );
  expect(statements.some(({ verdict }) => verdict === 'blocking')).toBe(true);
  const measured = await measureLocks(
    test.database,
    statements.map(({ subject }) => subject),
  );
  // Only those tables exist in both databases. What a statement does with rows depends on them.
  const ofBoth = ({ details }: Change) =>
    details!.filter((effect) => /^(shelves|boxes):/.test(effect)).map((effect) => effect.split(',')[0]);
  expect(measured.map(ofBoth)).toEqual(statements.map(ofBoth));
});
