import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AllResources, defineResources, integer, select, text } from '@bindery/contract/schema/index.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BareDatabase, bareDatabase } from '#backend/testing/database.ts';
import type { Database } from '../connection.ts';
import { createEntities } from '../entities.ts';
import { migrate, requireMigrations } from './migrate.ts';
import { migrateInDevelopment } from './migrate-in-development.ts';
import { createSnapshotMigrator } from './planning-migrator.ts';

const rights = { admin: ['read'] } as const;
const name = text({ required: true, max: 50 });
const before = defineResources({ shelves: { fields: { name, floor: integer() }, rights } });
const grown = defineResources({ shelves: { fields: { name, floor: integer(), place: text() }, rights } });
const shrunk = defineResources({ shelves: { fields: { name }, rights } });
const demanding = defineResources({
  shelves: { fields: { name, floor: integer(), place: text({ required: true }) }, rights },
});

let folder: string;
let bare: BareDatabase;
/** For statements on tables of any entities. */
let reader: Database;
let migrations: string;
let printed: string[];

beforeAll(async () => {
  bare = await bareDatabase();
  reader = await bare.open({ entities: createEntities({}) });
  folder = mkdtempSync(join(tmpdir(), 'bindery-development-'));
  migrations = join(folder, 'migrations');
  // Migrations import their base class, so its package must be resolvable from their folder.
  symlinkSync(
    fileURLToPath(new URL('../../../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  );
  cpSync(fileURLToPath(new URL('../../../../../migrations', import.meta.url)), migrations, {
    recursive: true,
    filter: (path) => path.endsWith('migrations') || path.endsWith('_fold.ts'),
  });
});

afterEach(() => {
  printed = [];
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await reader.close();
  await bare.drop();
});

const opened = (resources: AllResources) => bare.open({ migrations, entities: createEntities(resources) });

const develop = async (resources: AllResources, response?: boolean) => {
  printed = [];
  const migrated = await migrateInDevelopment({
    entities: createEntities(resources),
    migrations,
    open: () => opened(resources),
    print: (text) => printed.push(text),
    ...(response !== undefined && { confirm: async () => response }),
  });
  await migrated?.database.close();
  return migrated?.tables;
};

const files = () =>
  readdirSync(migrations).map((file) => `${file} ${readFileSync(join(migrations, file), 'utf8').length}`);
const run = async (sql: string) =>
  (await reader.kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql))).rows;
const columns = async () => {
  const found = await run(
    `select column_name from information_schema.columns where table_name = 'shelves' order by ordinal_position`,
  );
  return found.map(({ column_name }) => column_name);
};

describe('a change of the config entries in development', () => {
  it('that only adds is written, printed and applied at once', async () => {
    expect(await develop(before)).toContain('shelves');
    expect(printed.join('\n')).toMatch(
      /^ {2}creates shelves$.*^ {2}Migrated: .+\.ts \(\d+ SQL statements\)$/ms,
    );
    expect(await develop(grown)).toEqual(['shelves']);
    expect(printed).toEqual(['  shelves: adds place', expect.stringMatching(/ \(1 SQL statement\)$/)]);
    expect(await columns()).toContain('place');
  });

  it('that changes nothing prints nothing', async () => {
    await develop(grown);
    expect(printed).toEqual([]);
  });

  it('that loses data is not written without confirmation', async () => {
    const untouched = files();
    await expect(develop(shrunk, false)).rejects.toThrow('The migration was not written');
    expect(printed.join()).toContain('column shelves.floor goes, with its values');
    expect(files()).toEqual(untouched);
    expect(await columns()).toContain('floor');
  });

  it('that existing rows do not allow is not written, and says what would allow it', async () => {
    await run(
      `insert into shelves (id, name, created_at, updated_at) values (gen_random_uuid(), 'A', now(), now())`,
    );
    const untouched = files();
    await expect(develop(demanding)).rejects.toThrow(
      'The rows do not allow this change: shelves.place becomes required, so no row may lack it: 1 row lacks it.\nGive these rows a value first',
    );
    expect(printed).toEqual([]);
    expect(files()).toEqual(untouched);
  });

  it('that loses data is applied after confirmation', async () => {
    await develop(shrunk, true);
    expect(await columns()).not.toContain('floor');
  });
});

describe('a server', () => {
  it('does not start with config entries that have no migration, and reports the remedy', async () => {
    const database = await opened(grown);
    const disagree = /disagree \(shelves: adds .*npm run bindery migration create/;
    await expect(migrate(database)).rejects.toThrow(disagree);
    await database.close();
    await expect(requireMigrations(createEntities(grown), migrations)).rejects.toThrow(disagree);
    await requireMigrations(createEntities(shrunk), migrations);
  });

  it('names a migration that does not fit its database, and changes nothing', async () => {
    const crates = defineResources({
      shelves: { fields: { name }, rights },
      crates: { fields: { name }, rights },
    });
    const migrator = await createSnapshotMigrator(createEntities(crates), migrations);
    const { file, undo } = await migrator.write(await migrator.plan());
    const database = await opened(crates);
    await run('create table crates (id int)');
    await expect(migrate(database)).rejects.toThrow(
      `The migration ${basename(file, '.ts')} does not fit the database, and nothing was changed: relation "crates" already exists.`,
    );
    await run('drop table crates');
    await database.close();
    await undo();
  });
});

describe('existing rows', () => {
  const fields = { name, state: select(['new', 'worn', 'lost']) };
  const shelves = (more: object) => defineResources({ shelves: { fields: { ...fields, ...more }, rights } });
  const insert = (values: string) =>
    `insert into shelves (id, name, state, created_at, updated_at) select gen_random_uuid(), *, now(), now() from (values ${values}) as given`;
  const start = shelves({});
  const states = 'select name, state from shelves order by name collate "C"';

  it('that violate a new unique rule are counted and named, and nothing is changed', async () => {
    await develop(start);
    await run(insert(`('Été', 'new'), ('ete', 'worn'), ('ÉTÉ', 'lost'), ('Hiver', 'new')`));
    const untouched = files();
    await expect(develop(shelves({ name: text({ required: true, max: 50, unique: true }) }))).rejects.toThrow(
      /: The rows do not allow a migration: 3 rows of shelves share their name with another: .*'Été'/,
    );
    expect(printed.join()).toContain(
      'shelves.name becomes unique, whatever case and accents: 3 rows share that with another',
    );
    expect(files()).toEqual(untouched);
    const exact = shelves({ name: text({ required: true, max: 50, unique: 'exact' }) });
    await develop(exact);
    expect(printed.join()).toContain('shelves.name becomes unique: no row shares that with another');
  });

  it('with a removed value are counted, and nothing is written without confirmation', async () => {
    const without = shelves({ state: select(['new', 'worn']) });
    await expect(develop(without, false)).rejects.toThrow('The migration was not written');
    expect(printed.join()).toContain("shelves.state no longer has 'lost': 1 row loses its value");
    expect(printed.join()).toContain('formerValues');
  });

  it('with a removed value that has no replacement keep it, and say what to declare', async () => {
    const required = shelves({ state: select(['new', 'worn'], { required: true }) });
    await run(`update shelves set state = 'new' where state is null`);
    await expect(develop(required, true)).rejects.toThrow(
      "The rows do not allow this change: shelves.state no longer has 'lost': 1 row has it.\nDeclare what replaces it at the select: formerValues: { 'lost': 'new' }",
    );
    expect(await run(states)).toContainEqual({ name: 'ÉTÉ', state: 'lost' });
  });

  it('get the declared replacements of removed values, without confirmation', async () => {
    const mapped = shelves({
      state: select(['fine', 'old?'], { formerValues: { new: 'fine', worn: 'old?', lost: null } }),
    });
    await develop(mapped, false);
    // Sorted by code point; "A" existed before.
    expect(await run(states)).toEqual([
      { name: 'A', state: 'fine' },
      { name: 'Hiver', state: 'fine' },
      { name: 'ete', state: 'old?' },
      { name: 'ÉTÉ', state: null },
      { name: 'Été', state: 'fine' },
    ]);
  });

  it('may have an added value at once, but no other', async () => {
    const added = shelves({ state: select(['fine', 'old?', 'Fine']) });
    await develop(added, false);
    expect(printed.join()).not.toContain('loses');
    await run(insert(`('More', 'Fine')`));
    await expect(run(insert(`('Most', 'other')`))).rejects.toThrow('shelves_state_values');
  });

  it('keep their values when the select is renamed together with its rule', async () => {
    const renamed = defineResources({
      racks: {
        was: 'shelves',
        fields: { name, condition: select(['fine', 'old?', 'Fine'], { was: 'state' }) },
        rights,
      },
    });
    await develop(renamed, true);
    expect(await run(`select condition from racks where name = 'More'`)).toEqual([{ condition: 'Fine' }]);
    const rules = `select conname from pg_constraint where conname like '%_values'`;
    expect(await run(rules)).toEqual([{ conname: 'racks_condition_values' }]);
  });

  it('with texts that a new type cannot represent, or without a required value, stop the start, which says why', async () => {
    const noted = shelves({ note: text() });
    await develop(noted, true);
    const insertNoted = insert(
      `('A', 'new', '12'), ('B', 'new', ' 7 '), ('C', 'new', 'twelve 🔢'), ('D', 'new', '9999999999'), ('E', 'new', null)`,
    );
    await run(insertNoted.replace('name, state', 'name, state, note'));
    const untouched = files();
    await expect(develop(shelves({ note: integer() }), true)).rejects.toThrow(
      'The rows do not allow this change: shelves.note becomes integer, so every text must be one: 2 rows have another text.\nCorrect these texts first',
    );
    await expect(develop(shelves({ note: text(), weight: integer({ required: true }) }))).rejects.toThrow(
      'The rows do not allow this change: shelves.weight is required and has no default, so its table must have no rows: 5 rows are there.\nGive it a default',
    );
    expect(files()).toEqual(untouched);
  });
});
