import { randomBytes } from 'node:crypto';
import { productResources } from '@bindery/contract/api/product.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { type Database, type DatabaseOptions, openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { runFirstMigration } from '#backend/database/migrations/planning-migrator.ts';
import { type DatabaseLimits, DEFAULT_LIMITS } from '#backend/database/time-limits.ts';
import { addTables, makeTables, NO_RESOURCES } from './create-tables.ts';
import { databasePrefix, onServer } from './postgres-databases.ts';
import { pgliteOf, takePglite } from './shared-pglite.ts';
import { cachedTemplate } from './template.ts';

/** An empty database with its tables, for one test; `drop` closes and removes it. */
export interface TestDatabase {
  readonly database: Database;
  readonly url: string | undefined;
  /** Opens separate connections to the database, as another process would; in memory there is only one. */
  connect(): Promise<Database>;
  drop(): Promise<void>;
}

/** Limits for tests of something else: a busy machine is slow, not faulty. They only stop endless waits. */
export const PATIENT_LIMITS: DatabaseLimits = {
  ...DEFAULT_LIMITS,
  connectMs: 60_000,
  statementMs: 60_000,
  listMs: 60_000,
  shortReadMs: 60_000,
  lockMs: 60_000,
  idleTransactionMs: 60_000,
  queryMs: 70_000,
};

/** The resources whose tables many tests use. Other tables are added to a database without resources. */
const templateFor = (resources: AllResources) =>
  resources === lendingLibrary || resources === productResources() ? resources : NO_RESOURCES;

const NAMES = new Map<AllResources, string>([
  [productResources(), 'config'],
  [lendingLibrary, 'library'],
]);

/** Cached database templates: copying one is faster than creating its tables. */
const templates = new Map<AllResources | undefined, Promise<Blob>>();

/**
 * Opens a database in memory, or on the server of TEST_DATABASE_URL. By default it has the tables of the
 * lending library. Migrations create the tables of resources.config.ts, entries all others.
 */
export async function freshDatabase(
  resources: AllResources = lendingLibrary,
  limits: DatabaseLimits = PATIENT_LIMITS,
): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return freshOnPostgres(server, { resources, limits });
  const { pglite, release } = await takePglite(await templateOf(templateFor(resources)));
  const database = await openDatabase({ entities: createEntities(resources), pglite, limits });
  if (templateFor(resources) !== resources) await addTables(database);
  const drop = async () => {
    await database.close();
    await release();
  };
  return { database, url: undefined, connect: async () => database, drop };
}

/** A database without tables, which can be opened with any entities and migrations. */
export interface BareDatabase {
  open(options: Pick<DatabaseOptions, 'entities' | 'migrations'>): Promise<Database>;
  drop(): Promise<void>;
}

/** Creates a database in which only the first migration has run. */
export async function bareDatabase(): Promise<BareDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const { pglite, release } = await takePglite(await templateOf(undefined));
    return { open: (options) => openDatabase({ ...options, pglite }), drop: release };
  }
  const { url, dropDatabase } = await createDatabase(server);
  const database = await openDatabase({ url, entities: createEntities({}) });
  await runFirstMigration(database);
  await database.close();
  return { open: (options) => openDatabase({ ...options, url }), drop: async () => dropDatabase() };
}

/** Returns a new embedded database's packed files, for code that opens one: making them takes seconds. */
export const newDatabase = (): Promise<Blob> =>
  cachedTemplate('new', async () => {
    const database = await openDatabase({ entities: createEntities({}) });
    const blob = await (await pgliteOf(database)).dumpDataDir('none');
    await database.close();
    return blob;
  });

/** Returns the packed database with the tables of these resources; without resources, with only `fold`. */
function templateOf(resources: AllResources | undefined): Promise<Blob> {
  const name = !resources ? 'first' : (NAMES.get(resources) ?? 'none');
  const known = templates.get(resources);
  const template = known ?? cachedTemplate(name, () => packTemplate(resources));
  templates.set(resources, template);
  return template;
}

async function packTemplate(resources: AllResources | undefined): Promise<Blob> {
  const database = await openDatabase({
    entities: createEntities(resources ?? {}),
    template: await newDatabase(),
  });
  if (resources) await makeTables(database, resources);
  else await runFirstMigration(database);
  const blob = await (await pgliteOf(database)).dumpDataDir('none');
  await database.close();
  return blob;
}

async function freshOnPostgres(
  server: string,
  { resources, limits }: { resources: AllResources; limits: DatabaseLimits },
): Promise<TestDatabase> {
  const { template, strategy, isWhole } = await postgresTemplate(server, resources);
  const { url, dropDatabase } = await createDatabase(server, `template ${template} ${strategy}`);
  const options: DatabaseOptions = { url, entities: createEntities(resources), limits };
  const database = await openDatabase(options);
  if (!isWhole) await addTables(database);
  const others: Database[] = [];
  return {
    database,
    url,
    connect: async () => {
      const other = await openDatabase(options);
      others.push(other);
      return other;
    },
    drop: async () => {
      for (const open of [database, ...others]) await open.close();
      dropDatabase();
    },
  };
}

/** A database to copy, and whether it has all tables of the resources. */
interface PostgresTemplate {
  readonly template: string;
  readonly strategy: string;
  readonly isWhole: boolean;
}

/** Databases to copy, by resources: a copy takes a tenth of the time that creating the tables takes. */
const postgresTemplates = new Map<AllResources, Promise<PostgresTemplate>>();

/** Resources of which a test file has had a database. */
const used = new WeakSet<AllResources>();

/** Returns the database to copy for resources: one with all their tables if they are used again. */
async function postgresTemplate(server: string, resources: AllResources): Promise<PostgresTemplate> {
  const base = templateFor(resources);
  if (base !== resources && !used.has(resources)) {
    used.add(resources);
    return { ...(await templateWith(server, base)), isWhole: false };
  }
  return templateWith(server, resources);
}

function templateWith(server: string, resources: AllResources): Promise<PostgresTemplate> {
  const create = async () => {
    const base = templateFor(resources);
    const strategy = await copyStrategy(server);
    const copied = base === resources ? undefined : await templateWith(server, base);
    const { name, url } = await createDatabase(server, copied && `template ${copied.template} ${strategy}`);
    const database = await openDatabase({ url, entities: createEntities(resources) });
    if (copied) await addTables(database);
    else await makeTables(database, resources);
    await database.close();
    return { template: name, strategy, isWhole: true };
  };
  const known = postgresTemplates.get(resources) ?? create();
  postgresTemplates.set(resources, known);
  return known;
}

/**
 * Returns how a server copies a database with the least CPU time: file by file, unless it waits for the disk
 * before and after each copy. Before version 15, there is no other way.
 */
async function copyStrategy(server: string): Promise<string> {
  const [row] = await onServer<{ isFaster: boolean }>(
    server,
    `select current_setting('fsync') = 'off' and current_setting('server_version_num')::int >= 150000 as "isFaster"`,
  );
  return row?.isFaster ? 'strategy file_copy' : '';
}

async function createDatabase(server: string, options = '') {
  const name = `${databasePrefix()}_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} ${options}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  /**
   * Does not wait: PostgreSQL looks for processes of closed connections, and again only after 100 ms. What is
   * left is dropped at the end of the run.
   */
  const dropDatabase = () =>
    void onServer(server, `drop database if exists ${name} with (force)`).catch(() => {});
  return { name, url, dropDatabase };
}
