import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defineResources, integer, type Resource, text } from '#contract/schema/index.ts';
import { openDatabase } from '../connection.ts';
import { createEntities } from '../entities.ts';
import { migrate } from './migrate.ts';
import { migrateInDevelopment } from './migrate-in-development.ts';

const rights = { admin: ['read'] } as const;
const name = text({ required: true, max: 50 });
const before = defineResources({ shelves: { fields: { name, floor: integer() }, rights } });
const grown = defineResources({ shelves: { fields: { name, floor: integer(), place: text() }, rights } });
const shrunk = defineResources({ shelves: { fields: { name }, rights } });
const demanding = defineResources({
  shelves: { fields: { name, floor: integer(), place: text({ required: true }) }, rights },
});

let folder: string;
let migrations: string;
let said: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-development-'));
  migrations = join(folder, 'migrations');
  // A migration imports its base class, wherever it lies.
  symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  cpSync(fileURLToPath(new URL('../../../migrations', import.meta.url)), migrations, {
    recursive: true,
    filter: (path) => path.endsWith('migrations') || path.endsWith('_fold.ts'),
  });
});

afterEach(() => {
  said = [];
});

afterAll(() => rmSync(folder, { recursive: true }));

const opened = (resources: Readonly<Record<string, Resource>>) =>
  openDatabase({ dataDir: join(folder, 'data'), migrations, entities: createEntities(resources) });

const develop = async (resources: Readonly<Record<string, Resource>>, answer?: boolean) => {
  said = [];
  await migrateInDevelopment({
    entities: createEntities(resources),
    migrations,
    open: () => opened(resources),
    say: (text) => said.push(text),
    ...(answer !== undefined && { confirm: async () => answer }),
  });
};

const files = () =>
  readdirSync(migrations).map((file) => `${file} ${readFileSync(join(migrations, file), 'utf8').length}`);
const columns = async (resources: Readonly<Record<string, Resource>>) => {
  const database = await opened(resources);
  const found = await database.query<{ column_name: string }>({
    sql: `select column_name from information_schema.columns where table_name = 'shelves' order by ordinal_position`,
    parameters: [],
  });
  await database.close();
  return found.map(({ column_name }) => column_name);
};

describe('while developing, a change of the entries', () => {
  it('that only adds is written, shown and applied at once', async () => {
    await develop(before);
    expect(said.join()).toContain('create table "shelves"');
    await develop(grown);
    expect(said.join()).toContain('alter table "shelves" add "place"');
    expect(await columns(grown)).toContain('place');
  });

  it('of nothing says nothing', async () => {
    await develop(grown);
    expect(said).toEqual([]);
  });

  it('that loses data is refused without a yes, and nothing is written', async () => {
    const untouched = files();
    await expect(develop(shrunk, false)).rejects.toThrow('The migration was not written');
    expect(said.join()).toContain('column shelves.floor goes, with its values');
    expect(files()).toEqual(untouched);
    expect(await columns(grown)).toContain('floor');
  });

  it('that the rows do not allow is taken back whole', async () => {
    const database = await opened(grown);
    const insert = `insert into shelves (id, name, created_at, updated_at) values (gen_random_uuid(), 'A', now(), now())`;
    await database.kysely.executeQuery(CompiledQuery.raw(insert));
    await database.close();
    const untouched = files();
    await expect(develop(demanding)).rejects.toThrow('The migration was not kept');
    expect(said.join()).toContain('shelves.place becomes required: no row may lack it');
    expect(files()).toEqual(untouched);
  });

  it('that loses data is applied after a yes', async () => {
    await develop(shrunk, true);
    expect(await columns(shrunk)).not.toContain('floor');
  });
});

describe('a server', () => {
  it('does not start with entries that its migrations do not know, and says what to do', async () => {
    const database = await opened(grown);
    await expect(migrate(database)).rejects.toThrow(/disagree \(shelves: adds .*npm run migration:create/);
    await database.close();
  });
});
