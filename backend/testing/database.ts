import { randomBytes } from 'node:crypto';
import type { PgliteConnection } from '@mikro-orm/pglite';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Resource } from '#contract/schema/index.ts';
import resources from '#resources.config';
import { type Database, type DatabaseOptions, openDatabase } from '../database/connection.ts';
import { entitiesOf } from '../database/entities.ts';
import { migrate } from '../database/migrate.ts';
import { PlanningMigrator } from '../database/migrator.ts';
import type { DatabaseLimits } from '../database/time-limits.ts';
import { keptTemplate } from './template.ts';

const entities = entitiesOf(resources);
let template: Promise<Blob> | undefined;

/** A database of a test's own, migrated and empty; `drop` closes it and leaves nothing behind. */
export interface TestDatabase {
  readonly database: Database;
  readonly url: string | undefined;
  /** Connections of their own to the same database, as another process would have; in memory there is only one. */
  connect(): Promise<Database>;
  drop(): Promise<void>;
}

/**
 * In memory, or on the server that TEST_DATABASE_URL names. With resources of the test's own, its tables are theirs
 * in place of those of resources.config.ts.
 */
export async function freshDatabase(
  own?: Readonly<Record<string, Resource>>,
  limits?: DatabaseLimits,
): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return freshOnPostgres(server, { own, limits });
  template ??= keptTemplate(packTemplate);
  const database = await openDatabase({
    entities: own ? entitiesOf(own) : entities,
    template: await template,
  });
  if (own) await makeTables(database);
  return { database, url: undefined, connect: async () => database, drop: () => database.close() };
}

async function packTemplate(): Promise<Blob> {
  const database = await migrated({});
  const pglite = await (database.orm.em.getConnection() as unknown as PgliteConnection).getNativeClient();
  const blob = await pglite.dumpDataDir('none');
  await database.close();
  return blob;
}

async function freshOnPostgres(
  server: string,
  {
    own,
    limits,
  }: { own: Readonly<Record<string, Resource>> | undefined; limits: DatabaseLimits | undefined },
): Promise<TestDatabase> {
  const name = `bindery_test_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await onServer(server, `create database ${name}`);
  const database = await migrated({ url, limits }, own);
  const others: Database[] = [];
  return {
    database,
    url,
    connect: async () => {
      const other = await openDatabase({ entities, url, limits });
      others.push(other);
      return other;
    },
    drop: async () => {
      for (const open of [database, ...others]) await open.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function migrated(
  options: Pick<DatabaseOptions, 'url' | 'limits'>,
  own?: Readonly<Record<string, Resource>>,
) {
  const database = await openDatabase({ ...options, entities: own ? entitiesOf(own) : entities });
  if (own) await makeTables(database);
  else await migrate(database);
  return database;
}

/** The migrations as they are, and then what the test's resources need beyond them. */
async function makeTables(database: Database) {
  const migrator = new PlanningMigrator(database.orm.em);
  await migrator.up();
  for (const statement of (await migrator.plan()).statements)
    await database.kysely.executeQuery(CompiledQuery.raw(statement));
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
