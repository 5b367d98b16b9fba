import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AllResources, defineResources, references, text } from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { createEntities } from '../entities.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

const rights = { admin: ['read', 'create', 'update', 'delete'] } as const;
const name = text();
const tags = { fields: { name }, rights };
const first = defineResources({ tags, poems: { fields: { name, tags: references('tags') }, rights } });
const second = defineResources({
  labels: { ...tags, was: 'tags' },
  verses: {
    was: 'poems',
    fields: { name, labels: references('labels', { was: 'tags', ordered: true, onDelete: 'cascade' }) },
    rights,
  },
});
const third = defineResources({ labels: tags, verses: { fields: { name }, rights } });
const [POEM, TAG] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bindery-joins-'));
});
afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true });
});

const ours = /^(history|tags|labels|poems|verses)(_|$)/;
const planOf = async (resources: AllResources, into = folder) => {
  const entities = createEntities(resources).filter(({ tableName }) => ours.test(tableName!));
  const migrator = await createSnapshotMigrator(entities, into);
  return { migrator, plan: await migrator.plan() };
};
const run = <Row extends object>(sql: string) =>
  test.database.kysely.executeQuery<Row>(CompiledQuery.raw(sql)).then(({ rows }) => rows);
const apply = async (resources: AllResources) => {
  const { migrator, plan } = await planOf(resources);
  for (const statement of plan.statements.filter((sql) => !/^(create table|create index) "history/.test(sql)))
    await run(statement);
  await migrator.write(plan);
  return plan;
};

describe('a field with a join table', () => {
  it('is planned as a table of pairs with an index in both directions, without deleted records', async () => {
    const plan = await apply(first);
    expect(plan).toMatchObject({ losses: [], requirements: [] });
    expect(plan.summary).toContain('creates poems_tags');
    await run(`insert into poems (id, name, created_at, updated_at) values ('${POEM}', 'P', now(), now())`);
    await run(`insert into tags (id, name, created_at, updated_at) values ('${TAG}', 'T', now(), now())`);
    const insert = `insert into poems_tags (source_id, target_id, position) values ('${POEM}', '${TAG}', 0)`;
    await run(insert);
    await expect(run(insert)).rejects.toMatchObject({ code: '23505' });
    await expect(run(`delete from tags where id = '${TAG}'`)).rejects.toThrow('foreign key');
    const indexes = await run<{ indexdef: string }>(
      `select indexdef from pg_indexes where tablename = 'poems_tags' order by 1`,
    );
    expect(indexes.map(({ indexdef }) => indexdef.replace(/.*\(/, '('))).toEqual([
      '(target_id, source_id)',
      '(source_id, target_id)',
    ]);
    await run(`insert into history (id, resource, record_id, action, at, changes) values
      (gen_random_uuid(), 'poems', '${POEM}', 'create', now(), '{"tags":{"before":[],"after":["${TAG}"]}}')`);
  });

  it('is renamed with its resource and target, and its rows and their history remain', async () => {
    const plan = await apply(second);
    expect(plan.losses).toEqual([]);
    expect(plan.summary).toContain('renames poems_tags to verses_labels');
    expect(plan.statements.filter((sql) => /(create|drop) table/.test(sql))).toEqual([]);
    expect(await run('select source_id, target_id from verses_labels')).toEqual([
      { source_id: POEM, target_id: TAG },
    ]);
    const [change] = await run<{ resource: string; after: string }>(
      `select resource, changes -> 'labels' -> 'after' ->> 0 as after from history where record_id = '${POEM}'`,
    );
    expect(change).toEqual({ resource: 'verses', after: TAG });
    expect((await planOf(second)).plan.statements).toEqual([]);
  });

  it('has the names of a new table after a rename', async () => {
    const names = async () =>
      run(`select indexname as name from pg_indexes where tablename = 'verses_labels'
        union select conname from pg_constraint where conrelid = 'verses_labels'::regclass and contype <> 'n' order by 1`);
    const renamed = await names();
    const empty = mkdtempSync(join(tmpdir(), 'bindery-joins-'));
    const { plan } = await planOf(second, empty);
    rmSync(empty, { recursive: true });
    await run('drop table verses_labels, verses, labels');
    for (const statement of plan.statements.filter((sql) => !sql.includes('"history'))) await run(statement);
    expect(renamed).toEqual(await names());
  });

  it('reports the loss when it is dropped', async () => {
    await run(`insert into verses (id, name, created_at, updated_at) values ('${POEM}', 'P', now(), now())`);
    const { plan } = await planOf(third);
    expect(plan.losses).toMatchObject([{ text: 'table verses_labels goes, with all of its rows' }]);
    expect(plan.statements.filter((sql) => sql.includes('drop table'))).toHaveLength(1);
  });
});
