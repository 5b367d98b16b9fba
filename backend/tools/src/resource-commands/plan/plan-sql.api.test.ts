import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transaction } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { createMigration } from '@bindery/backend/database/migrations/create-migration.ts';
import { freshDatabase, type TestDatabase } from '@bindery/backend/testing/database.ts';
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
import { locks } from './effects.ts';
import { planSql } from './plan-sql.ts';

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
let migrations: string;
const entitiesOf = (resources: Readonly<Record<string, Resource>>) =>
  createEntities(resources).filter(({ tableName }) => ['shelves', 'boxes', 'lids'].includes(tableName));
const run = async (kysely: Transaction, sql: string) =>
  (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows;

beforeAll(async () => {
  test = await freshDatabase(before);
  migrations = mkdtempSync(join(tmpdir(), 'plan-sql-'));
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
});
afterAll(async () => {
  await test?.drop();
  rmSync(migrations, { recursive: true });
});

const plan = (open: Parameters<typeof planSql>[0]['open']) =>
  planSql({ entities: entitiesOf(after), migrations, open });
const openTest = async () => ({ ...test.database, close: async () => {} });

it('reports losses and requirements, with the numbers of rows in the database', async () => {
  const { losses, conditions, notAsked } = await plan(openTest);
  expect(notAsked).toBeUndefined();
  expect(losses).toEqual(
    expect.arrayContaining([
      { text: 'column shelves.floor goes, with its values: 2 rows lose their values', rows: 2 },
      { text: 'shelves.weight from numeric(8,2) to numeric(8, 1): 1 row loses decimals', rows: 1 },
      { text: 'column boxes.shelf_id goes, with its values: no row loses its value', rows: 0 },
    ]),
  );
  expect(conditions).toEqual(
    expect.arrayContaining([
      { text: 'shelves.place becomes required: no row may lack it: no row lacks it', rows: 0 },
      {
        text: 'shelves.name becomes unique, whatever case and accents: no row shares that with another',
        rows: 0,
      },
    ]),
  );
});

it('counts the numbers that do not fit a narrower column, because the migration would fail', async () => {
  const { shelves, ...others } = before;
  const fields = { weight: decimal({ precision: 3, scale: 3 }) };
  const entities = entitiesOf({ ...others, ...defineResources({ shelves: { fields, rights } }) });
  const { conditions } = await planSql({ entities, migrations, open: openTest });
  expect(conditions).toEqual([
    {
      text: 'shelves.weight becomes numeric(3, 3): no row may have more than 0 digits before the point: 3 rows have more',
      rows: 3,
    },
  ]);
  await expect(
    run(test.database.kysely, 'alter table shelves alter column weight type numeric(3, 3)'),
  ).rejects.toThrow('numeric field overflow');
});

it('takes the reported locks and rewrites the reported tables, statement by statement', async () => {
  const { statements } = await plan(openTest);
  const known = ['shelves', 'boxes'];
  await test.database.kysely
    .transaction()
    .execute(async (transaction) => {
      const held = new Map<string, number>();
      for (const { sql, effects } of statements) {
        const files = await filesOf(transaction, known);
        await run(transaction, sql);
        expect(effects, sql).toBeDefined();
        for (const { table, lock } of effects!)
          held.set(table, Math.max(held.get(table) ?? -1, locks.indexOf(lock)));
        const taken = await locksOf(transaction, known);
        for (const table of known)
          expect(taken.get(table) ?? -1, `${table}: ${sql}`).toBe(held.get(table) ?? -1);
        const written = await filesOf(transaction, known);
        for (const table of known)
          expect(written.get(table) !== files.get(table), `${table}: ${sql}`).toBe(
            effects!.some((effect) => effect.table === table && effect.work === 'rewrite'),
          );
      }
      expect(held.size).toBe(2);
      throw new Error('take it all back');
    })
    .catch((error: Error) => expect(error.message).toBe('take it all back'));
});

it('continues without numbers if the database is not available', async () => {
  const nobody = await plan(async () => {
    throw new Error('The data folder is in use by another process');
  });
  expect(nobody.notAsked).toBe('The data folder is in use by another process');
  expect(nobody.losses[0]!.rows).toBeUndefined();
  expect((await plan(async () => undefined)).notAsked).toBe('There is no database yet.');
});

/** The file of each table, which changes when the table is rewritten. */
async function filesOf(transaction: Transaction, tables: readonly string[]) {
  const rows = await run(
    transaction,
    `select relname, pg_relation_filenode(oid) as file from pg_class where relname in (${quoted(tables)})`,
  );
  return new Map(rows.map(({ relname, file }) => [String(relname), String(file)]));
}

/** The strongest lock of each table that the transaction holds, as its index in the list of locks. */
async function locksOf(transaction: Transaction, tables: readonly string[]) {
  const rows = await run(
    transaction,
    `select relname, mode from pg_locks join pg_class on pg_class.oid = relation
     where pid = pg_backend_pid() and relname in (${quoted(tables)})`,
  );
  const strongest = new Map<string, number>();
  for (const { relname, mode } of rows) {
    // PostgreSQL writes AccessExclusiveLock where its documentation says ACCESS EXCLUSIVE.
    const name = String(mode)
      .replace(/Lock$/, '')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toUpperCase();
    const place = (locks as readonly string[]).indexOf(name);
    expect(place, name).toBeGreaterThanOrEqual(0);
    strongest.set(String(relname), Math.max(strongest.get(String(relname)) ?? -1, place));
  }
  return strongest;
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
