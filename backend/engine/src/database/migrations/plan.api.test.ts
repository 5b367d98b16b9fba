import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AllResources,
  boolean,
  decimal,
  defineResources,
  integer,
  longText,
  reference,
  text,
} from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { createEntities } from '../entities.ts';
import type { Plan, RowEffect } from './plan.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

const all = { admin: ['read', 'create', 'update', 'delete'] } as const;
const shelves = { fields: { name: text({ required: true, max: 50, search: true }) }, rights: all };

const archived = {
  fields: { heading: text({ required: true, max: 100, search: true, unique: true }) },
  rights: all,
} as const;
const boxes = { fields: { label: text(), shelf: reference('shelves', { required: true }) }, rights: all };

/** The table with a shorter, a required and a unique text. */
const narrowed = {
  ...shelves,
  fields: {
    heading: text({ required: true, max: 100, search: true, unique: true }),
    floor: integer({ sort: false, filter: false }),
    open: boolean({ required: true, default: true }),
    place: text({ required: true, max: 40 }),
    notes: longText({ search: true }),
  },
};

/** A plan with the texts of its losses and requirements. */
type Expected = Partial<Record<keyof Plan, unknown>>;

/** One table through successive changes of its config entry. */
const steps: readonly { title: string; resources: AllResources; plan: Expected }[] = [
  {
    title: 'a new entry creates its table',
    resources: defineResources({ shelves }),
    plan: { summary: expect.arrayContaining(['creates shelves']), losses: [], requirements: [] },
  },
  {
    title: 'new fields add columns, with their indexes and search columns',
    resources: defineResources({
      shelves: {
        ...shelves,
        fields: {
          ...shelves.fields,
          floor: integer(),
          open: boolean({ required: true, default: true }),
          place: text({ max: 40, search: true }),
          notes: longText(),
        },
      },
    }),
    plan: { summary: ['shelves: adds floor, open, place, notes'], losses: [], requirements: [] },
  },
  {
    title: 'a longer text widens its column, although a search column depends on it',
    resources: defineResources({
      shelves: {
        ...shelves,
        fields: {
          name: text({ required: true, max: 200, search: true }),
          floor: integer(),
          open: boolean({ required: true, default: true }),
          place: text({ max: 40, search: true }),
          notes: longText(),
        },
      },
    }),
    plan: { summary: ['shelves: changes name'], losses: [], requirements: [] },
  },
  {
    title: 'a text that is no longer searched loses its search column, which is not reported as a loss',
    resources: defineResources({
      shelves: {
        ...shelves,
        fields: {
          name: text({ required: true, max: 200, search: true }),
          floor: integer({ sort: false, filter: false }),
          open: boolean({ required: true, default: true }),
          place: text({ max: 40 }),
          notes: longText({ search: true }),
        },
      },
    }),
    plan: { losses: [], requirements: [] },
  },
  {
    title: 'a field that may have been renamed is reported, and keeps its values',
    resources: defineResources({
      shelves: {
        ...shelves,
        fields: {
          heading: text({ required: true, max: 200, search: true }),
          floor: integer({ sort: false, filter: false }),
          open: boolean({ required: true, default: true }),
          place: text({ max: 40 }),
          notes: longText({ search: true }),
        },
      },
    }),
    plan: { losses: ['column shelves.name becomes heading and keeps its values'], requirements: [] },
  },
  {
    title: 'a shorter, a required and a unique text report their losses and requirements',
    resources: defineResources({
      shelves: narrowed,
    }),
    plan: {
      losses: ['shelves.heading from varchar(200) to varchar(100)'],
      requirements: [
        'shelves.place becomes required, so no row may lack it',
        'shelves.heading becomes unique, whatever case and accents',
      ],
    },
  },
  {
    title: 'a unique rule about some records names them, and is an index of these',
    resources: defineResources({
      shelves: {
        ...narrowed,
        unique: [{ fields: ['place'], when: { open: [true] } }],
      },
    }),
    plan: {
      losses: [],
      requirements: ['shelves.place becomes unique, whatever case and accents, where open in (true)'],
      statements: expect.arrayContaining([
        expect.stringMatching(
          /^create unique index "shelves_place_when_\w+_folded_unique" .*where "open" in \(true\)/,
        ),
      ]),
    },
  },
  {
    title: 'a removed field loses its values',
    resources: defineResources({
      shelves: {
        ...shelves,
        fields: { heading: text({ required: true, max: 100, search: true, unique: true }) },
      },
      boxes: { fields: { label: text(), shelf: reference('shelves', { required: true }) }, rights: all },
    }),
    plan: {
      losses: ['floor', 'notes', 'open', 'place'].map(
        (name) => `column shelves.${name} goes, with its values`,
      ),
    },
  },
  {
    title: 'an archive adds its column, and unique rules hold only without it',
    resources: defineResources({ shelves: { ...archived, archive: true }, boxes }),
    plan: {
      summary: ['shelves: adds archivedAt'],
      losses: [],
      requirements: ['shelves.heading becomes unique, whatever case and accents'],
      statements: expect.arrayContaining([
        expect.stringMatching(
          /^create unique index "shelves_heading_folded_unique_live" .*"archived_at" is null/,
        ),
      ]),
    },
  },
  {
    title: 'an archive that is removed names what comes into use again, under the rules for all',
    resources: defineResources({ shelves: archived, boxes }),
    plan: {
      losses: ['column shelves.archivedAt goes, with its values: what is archived comes into use again'],
      requirements: ['shelves.heading becomes unique, whatever case and accents'],
    },
  },
  {
    title: 'a new number asks nothing of rows',
    resources: defineResources({
      shelves: {
        fields: { heading: text({ max: 100 }), weight: decimal({ precision: 9, scale: 3 }) },
        rights: all,
      },
      boxes,
    }),
    plan: { requirements: [] },
  },
  {
    title: 'a number with less room before its point must fit',
    resources: defineResources({
      shelves: {
        fields: { heading: text({ max: 100 }), weight: decimal({ precision: 4, scale: 1 }) },
        rights: all,
      },
      boxes,
    }),
    plan: {
      losses: ['shelves.weight from numeric(9,3) to numeric(4, 1)'],
      requirements: [
        'shelves.weight becomes numeric(4, 1): no row may have more than 3 digits before the point',
      ],
    },
  },
  {
    title: 'a removed entry drops its table',
    resources: defineResources({ boxes: { fields: { label: text() }, rights: all } }),
    plan: {
      losses: ['table shelves goes, with all of its rows', 'column boxes.shelf goes, with its values'],
    },
  },
];

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bindery-migrations-'));
});

afterAll(async () => {
  await test?.drop();
  rmSync(folder, { recursive: true });
});

describe('a plan from one state of a config entry to the next', () => {
  // The application's own tables exist already; these tests are about the resources.
  const ours = ({ tableName }: { tableName: string }) => !['users', 'history'].includes(tableName);
  const migratorOf = (resources: AllResources) =>
    createSnapshotMigrator(
      createEntities(resources).filter((entity) => ours(entity) && resources[String(entity.name)]),
      folder,
    );
  const run = (sql: string) => test.database.kysely.executeQuery(CompiledQuery.raw(sql));

  it.each(steps)('$title', async ({ resources, plan: expected }) => {
    const migrator = await migratorOf(resources);
    const plan = await migrator.plan();
    const textsOf = (effects: readonly RowEffect[]) => effects.map(({ text: words }) => words);
    const inWords = { ...plan, losses: textsOf(plan.losses), requirements: textsOf(plan.requirements) };
    expect(inWords).toMatchObject(expected);
    for (const statement of plan.statements) await run(statement);
    await migrator.write(plan);
    expect((await (await migratorOf(resources)).plan()).statements).toEqual([]);
  });

  it('has preserved the values of widened and renamed columns', async () => {
    const renamed = steps.findIndex(({ title }) => title.startsWith('a field that may have been renamed'));
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await run('drop table if exists boxes, shelves cascade');
    for (const [index, { resources }] of steps.slice(0, renamed + 1).entries()) {
      const migrator = await migratorOf(resources);
      const plan = await migrator.plan();
      for (const statement of plan.statements) await run(statement);
      await migrator.write(plan);
      if (index === 0) await run(`insert into shelves values (gen_random_uuid(), 'Été', now(), now())`);
    }
    const { rows } = await run('select heading, heading_folded, open from shelves');
    expect(rows).toEqual([{ heading: 'Été', heading_folded: 'ete', open: true }]);
  });
});
