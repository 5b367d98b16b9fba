import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AllResources,
  defineResources,
  integer,
  reference,
  text,
} from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { createEntities } from '../entities.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

const rights = { admin: ['read', 'create', 'update', 'delete'] } as const;
const label = text({ max: 20 });
const before = defineResources({
  shelves: {
    fields: {
      name: text({ required: true, max: 50, search: true }),
      floor: integer({ unique: true }),
      above: reference('shelves'),
    },
    unique: [{ fields: ['name', 'floor'] }],
    rights,
  },
  boxes: { fields: { label, shelf: reference('shelves', { required: true }) }, rights },
});
const after = defineResources({
  racks: {
    was: 'shelves',
    fields: {
      heading: text({ required: true, max: 80, search: true, was: 'name' }),
      level: integer({ unique: true, was: 'floor' }),
      over: reference('racks', { was: 'above' }),
    },
    unique: [{ fields: ['heading', 'level'] }],
    rights,
  },
  boxes: { fields: { label, rack: reference('racks', { required: true, was: 'shelf' }) }, rights },
});
const SHELF = '01900000-0000-7000-8000-000000000001';
const BOX = '01900000-0000-7000-8000-000000000002';

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bindery-renames-'));
});
afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true });
});

const migratorOf = (resources: AllResources, into = folder) =>
  createSnapshotMigrator(
    createEntities(resources).filter(({ tableName }) => tableName === 'history' || tableName! in tables),
    into,
  );
const tables = { shelves: true, racks: true, boxes: true };
const run = <Row extends object>(sql: string) =>
  test.database.kysely.executeQuery<Row>(CompiledQuery.raw(sql)).then(({ rows }) => rows);
const apply = async (statements: readonly string[]) => {
  for (const statement of statements.filter((sql) => !/^(create table|create index) "history/.test(sql)))
    await run(statement);
};
const dependents = async () => {
  const rows = await run<{ name: string }>(`
    select indexname as name from pg_indexes where tablename in ('racks', 'boxes')
    union select conname from pg_constraint where conrelid in ('racks'::regclass, 'boxes'::regclass) and contype <> 'n'
    order by 1`);
  return rows.map(({ name }) => name);
};

describe('a former name in a config entry', () => {
  it('renames the table or column without losing data', async () => {
    const first = await migratorOf(before);
    const plan = await first.plan();
    await apply(plan.statements);
    await first.write(plan);
    await run(`insert into shelves (id, name, floor, above_id, created_at, updated_at)
      values ('${SHELF}', 'Été', 3, '${SHELF}', now(), now())`);
    await run(`insert into boxes (id, label, shelf_id, created_at, updated_at)
      values ('${BOX}', 'A', '${SHELF}', now(), now())`);
    await run(`insert into history (id, resource, record_id, action, at, changes) values
      (gen_random_uuid(), 'shelves', '${SHELF}', 'create', now(), '{"name":{"before":null,"after":"Été"},"floor":{"before":null,"after":3}}')`);

    const second = await migratorOf(after);
    const renaming = await second.plan();
    expect(renaming).toMatchObject({ losses: [], requirements: [] });
    expect(renaming.summary).toEqual(
      expect.arrayContaining([
        'renames shelves to racks',
        'racks: renames name to heading',
        'racks: changes heading',
      ]),
    );
    // Only the search column is created again, because the text that it depends on is widened at the same
    // time.
    const recreating = renaming.statements.filter((sql) => /drop (table|constraint|column)|add "/.test(sql));
    expect(recreating.filter((sql) => !sql.includes('"heading_folded"'))).toEqual([]);
    await apply(renaming.statements);
    await second.write(renaming);

    expect(await run('select heading, heading_folded, level, over_id from racks')).toEqual([
      { heading: 'Été', heading_folded: 'ete', level: 3, over_id: SHELF },
    ]);
    expect(await run('select rack_id from boxes')).toEqual([{ rack_id: SHELF }]);
    const [line] = await run<{ resource: string; changes: unknown }>(
      `select resource, changes from history where record_id = '${SHELF}'`,
    );
    const changes = typeof line?.changes === 'string' ? JSON.parse(line.changes) : line?.changes;
    expect({ ...line, changes }).toEqual({
      resource: 'racks',
      changes: { heading: { before: null, after: 'Été' }, level: { before: null, after: 3 } },
    });
  });

  it('is ignored once it has been applied', async () => {
    expect((await (await migratorOf(after)).plan()).statements).toEqual([]);
  });

  it('gives indexes and constraints the names that a new table would have', async () => {
    const renamed = await dependents();
    await run('drop table boxes, racks');
    const empty = mkdtempSync(join(tmpdir(), 'bindery-renames-'));
    await apply((await (await migratorOf(after, empty)).plan()).statements);
    rmSync(empty, { recursive: true });
    expect(renamed).toEqual(await dependents());
  });
});
