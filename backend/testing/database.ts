import { randomBytes } from 'node:crypto';
import { PgliteConnection } from '@mikro-orm/pglite';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Resource } from '#contract/schema/index.ts';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import config from '#resources.config';
import { type Database, type DatabaseOptions, openDatabase } from '../database/connection.ts';
import { createEntities } from '../database/entities.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { PlanningMigrator } from '../database/migrations/planning-migrator.ts';
import type { DatabaseLimits } from '../database/time-limits.ts';
import { keptTemplate } from './template.ts';

type AllResources = Readonly<Record<string, Resource>>;

/** An empty database with its tables, for one test; `drop` closes and removes it. */
export interface TestDatabase {
  readonly database: Database;
  readonly url: string | undefined;
  /** Opens separate connections to the same database, as another process would; in memory there is only one. */
  connect(): Promise<Database>;
  drop(): Promise<void>;
}

/** The migration that creates the function `fold`, which every database needs. */
const FIRST_MIGRATION = 'Migration20260101000000_fold';

/** Cached database templates: copying one is faster than creating its tables. */
const templates = new Map<AllResources | undefined, Promise<Blob>>();

/**
 * Opens a database in memory, or on the server of TEST_DATABASE_URL. By default it has the tables of the lending
 * library. Those of resources.config.ts are created by the migrations, all others from their entries.
 */
export async function freshDatabase(
  resources: AllResources = lendingLibrary,
  limits?: DatabaseLimits,
): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return freshOnPostgres(server, { resources, limits });
  const isKept = resources === lendingLibrary || resources === config;
  const database = await openDatabase({
    entities: createEntities(resources),
    template: await templateOf(isKept ? resources : undefined),
  });
  if (!isKept) await createTables(database);
  return { database, url: undefined, connect: async () => database, drop: () => database.close() };
}

/** Returns the packed database with the tables of these resources; without resources, with only `fold`. */
function templateOf(resources: AllResources | undefined): Promise<Blob> {
  const name = resources === config ? 'config' : resources ? 'library' : 'first';
  const known = templates.get(resources);
  const template = known ?? keptTemplate(name, () => packTemplate(resources));
  templates.set(resources, template);
  return template;
}

async function packTemplate(resources: AllResources | undefined): Promise<Blob> {
  const database = await openDatabase({ entities: createEntities(resources ?? {}) });
  if (resources) await makeTables(database, resources);
  else await new PlanningMigrator(database.orm.em).up({ to: FIRST_MIGRATION });
  const connection: object = database.orm.em.getConnection();
  if (!(connection instanceof PgliteConnection)) throw new Error('The database is not embedded.');
  const pglite = await connection.getNativeClient();
  const blob = await pglite.dumpDataDir('none');
  await database.close();
  return blob;
}

async function freshOnPostgres(
  server: string,
  { resources, limits }: { resources: AllResources; limits: DatabaseLimits | undefined },
): Promise<TestDatabase> {
  const name = `bindery_test_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await onServer(server, `create database ${name}`);
  const options: DatabaseOptions = { url, entities: createEntities(resources), limits };
  const database = await openDatabase(options);
  await makeTables(database, resources);
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
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function makeTables(database: Database, resources: AllResources): Promise<void> {
  if (resources === config) await migrate(database);
  else await createTables(database);
}

/** A migrator without a snapshot, so that its plan creates every table. */
class MigratorFromNothing extends PlanningMigrator {
  override async getSchemaFromSnapshot() {
    return undefined;
  }
}

/** Creates the tables from their entities, ignoring the migrations. */
async function createTables(database: Database): Promise<void> {
  const migrator = new MigratorFromNothing(database.orm.em);
  await migrator.up({ to: FIRST_MIGRATION });
  for (const statement of (await migrator.plan()).statements)
    await database.kysely.executeQuery(CompiledQuery.raw(statement));
  // Marks all migrations as run: otherwise a server would not report itself as ready.
  for (const { name } of await migrator.getPending())
    await database.kysely.insertInto('migrations').values({ name }).execute();
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
