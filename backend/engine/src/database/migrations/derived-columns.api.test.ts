import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AllResources,
  date,
  defineResources,
  email,
  integer,
  longText,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { createEntities } from '../entities.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

const rights = { admin: ['read', 'create', 'update', 'delete'] } as const;
const shelves = { fields: { name: text() }, rights };
const fields = {
  title: text({ max: 100, search: true }),
  notes: longText({ search: true }),
  contact: email({ search: true }),
  state: select(['open', 'closed']),
  pages: integer(),
  bought: date(),
  shelf: reference('shelves'),
};
type Fields = Record<string, (typeof fields)[keyof typeof fields]>;

/** One changed field, and the statements that the change needs. */
const changes: readonly { title: string; after: Fields; statements: readonly string[] }[] = [
  {
    title: 'a searched text that becomes required is checked',
    after: { title: text({ max: 100, search: true, required: true }) },
    statements: ['alter table "things" alter column "title" set not null;'],
  },
  {
    title: 'a searched text that becomes required gets its default for the rows that lack it',
    after: { title: text({ max: 100, search: true, required: true, default: 'Untitled' }) },
    statements: [
      'alter table "things" alter column "title" set default \'Untitled\';',
      'alter table "things" alter column "title" set not null;',
    ],
  },
  {
    title: 'a searched text that becomes unique gets an index',
    after: { title: text({ max: 100, search: true, unique: true }) },
    statements: [expect.stringMatching(/^create unique index "things_title_folded_unique" on "things"/)],
  },
  {
    title: 'a long text and an address that become required are checked',
    after: {
      notes: longText({ search: true, required: true }),
      contact: email({ search: true, required: true }),
    },
    statements: [
      'alter table "things" alter column "contact" set not null;',
      'alter table "things" alter column "notes" set not null;',
    ],
  },
  {
    title: 'fields of other kinds that become required are checked',
    after: {
      state: select(['open', 'closed'], { required: true }),
      pages: integer({ required: true }),
      bought: date({ required: true }),
      shelf: reference('shelves', { required: true }),
    },
    statements: ['bought', 'pages', 'shelf_id', 'state'].map(
      (column) => `alter table "things" alter column "${column}" set not null;`,
    ),
  },
  {
    title: 'a default without a required field changes no column',
    after: { title: text({ max: 100, search: true, default: 'Untitled' }) },
    statements: [],
  },
  {
    title: 'limits of numbers and shortest texts change no column',
    after: { title: text({ min: 3, max: 100, search: true }), pages: integer({ min: 1, max: 9_000 }) },
    statements: [],
  },
];

const resourcesWith = (after: Fields): AllResources =>
  defineResources({ shelves, things: { fields: { ...fields, ...after }, rights } });

describe('a migration rewrites no table for', () => {
  let test: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    test = await freshDatabase(defineResources({}));
  });
  afterAll(() => test?.drop());

  const migratorOf = (resources: AllResources) =>
    createSnapshotMigrator(
      createEntities(resources).filter(({ name }) => resources[String(name)]),
      folder,
    );
  const run = (sql: string) => test.database.kysely.executeQuery<{ file: string }>(CompiledQuery.raw(sql));
  const apply = async (resources: AllResources) => {
    const migrator = await migratorOf(resources);
    const plan = await migrator.plan();
    for (const statement of plan.statements) await run(statement);
    await migrator.write(plan);
    return plan.statements;
  };
  /** PostgreSQL gives a table a new file whenever it rewrites the table. */
  const file = async () => (await run(`select pg_relation_filenode('things')::text as file`)).rows[0]!.file;

  it.each(changes)('$title', async ({ after, statements }) => {
    folder = mkdtempSync(join(tmpdir(), 'bindery-derived-'));
    await run('drop table if exists things, shelves cascade');
    await apply(resourcesWith({}));
    const before = await file();
    const applied = await apply(resourcesWith(after));
    expect(applied.filter((statement) => /^(alter|create|drop)/.test(statement)).sort()).toEqual(statements);
    expect(await file()).toBe(before);
    // And back again.
    await apply(resourcesWith({}));
    expect(await file()).toBe(before);
    expect((await (await migratorOf(resourcesWith({}))).plan()).statements).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
