import type { EntityName, EntitySchema } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { aloneOnPostgres } from './exclusive-connection.ts';
import { type OnNotification, pgliteListener } from './notifications.ts';
import { ormOptions } from './orm-options.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { openConnections } from './postgres-connections.ts';
import { createPgliteQuery, type Query } from './query.ts';
import { type DatabaseLimits, DEFAULT_LIMITS, writeOptions } from './time-limits.ts';

/** Tables are made from resources.config.ts at run time, so their columns are known by name, not by type. */
export type Tables = Record<string, Row>;
/** A row, or the values of an entity. */
export type Row = Record<string, unknown>;

/** One open database. Both engines speak PostgreSQL's dialect, so nothing but this folder asks which one it is. */
export interface Database {
  readonly engine: 'pglite' | 'postgres';
  readonly orm: MikroORM;
  /** Kysely on the primary, outside of any transaction. */
  readonly kysely: Kysely<Tables>;
  /** Reads by prepared statements: lists, single records and session checks go through here. */
  readonly query: Query;
  /** Runs one statement that writes: a transaction of its own. */
  readonly execute: Query;
  /** Does a write of several steps about a table: where they wait for its locks, connections are left for other tables. */
  writeTo<Result>(table: string, write: () => Promise<Result>): Promise<Result>;
  /**
   * The same database for work that may take its time, such as migrations: without time limits, and alone. On
   * PostgreSQL one process at a time does such work, the others wait.
   */
  alone<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Hears what other processes say on a channel; on PGlite there are none, so it hears only this one. */
  readonly onNotification: OnNotification;
  /** A fresh EntityManager for one request. */
  em(): EntityManager;
  /** What an EntityManager calls the rows of a table. */
  entity(table: string): EntityName<Row>;
  /** Waits for what is under way, then lets go of everything. */
  close(): Promise<void>;
}

/** A write holds its connection for several steps, so it takes this many to keep the server busy with them. */
export const POOL_SIZE = 20;

/** Which database to open, and with which tables. */
export interface DatabaseOptions {
  readonly entities: readonly EntitySchema[];
  /** A PostgreSQL server; without it the embedded database is used. */
  readonly url?: string | undefined;
  /** The folder of the embedded database; without it the database lives in memory. */
  readonly dataDir?: string | undefined;
  /** A packed embedded database to start from, which is much quicker than an empty one. */
  readonly template?: Blob | undefined;
  /** Connections to PostgreSQL for writes and long reads, at most; 20 unless said otherwise. */
  readonly poolSize?: number | undefined;
  /** Another folder of migrations than the project's own. */
  readonly migrations?: string | undefined;
  /** How long PostgreSQL may take. */
  readonly limits?: DatabaseLimits | undefined;
}

/** A write waits so long for its turn where others wait for the same table. */
const WRITE_WAIT_MS = 4_000;

/**
 * Opens the database the settings ask for.
 *
 * @throws DatabaseUnavailable with one clear line when the server does not answer or the folder is in use.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const orm = ormOptions(options.entities, options.migrations);
  return options.url
    ? onPostgres(options.url, options)
    : onPglite(await openPglite({ dataDir: options.dataDir, template: options.template, orm }));
}

async function onPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const { limits = DEFAULT_LIMITS, poolSize = POOL_SIZE } = options;
  const orm = () => ormOptions(options.entities, options.migrations);
  const opened = await openPostgres(url, { poolSize, orm: orm(), connection: writeOptions(limits) });
  const { query, onNotification, close } = openConnections(opened.pool, limits);
  const writes = new ConcurrencyLimit({
    total: poolSize,
    perKey: Math.ceil(poolSize / 2),
    waitMs: WRITE_WAIT_MS,
  });
  return {
    ...shared(opened.orm),
    engine: 'postgres',
    query,
    execute: (statement) =>
      writes.run(statement.table ?? '', () => query({ ...statement, mode: 'prepared' })),
    writeTo: (table, write) => writes.run(table, write),
    alone: (work) =>
      aloneOnPostgres(url, { orm: orm(), work: ({ orm, query }) => work(unlimited(orm, query)) }),
    onNotification,
    close: async () => {
      await close();
      await opened.orm.close();
    },
  };
}

/** The database as `alone` hands it on: whoever has it to themself need not wait for it again. */
function unlimited(orm: MikroORM, query: Query): Database {
  const database: Database = {
    ...shared(orm),
    engine: 'postgres',
    query: query,
    execute: query,
    writeTo: (_table, write) => write(),
    alone: (work) => work(database),
    onNotification: async () => {},
    close: async () => {},
  };
  return database;
}

function onPglite({ orm, pglite, unlock }: Awaited<ReturnType<typeof openPglite>>): Database {
  const query = createPgliteQuery(pglite);
  const database: Database = {
    // The two drivers differ in how they connect; their EntityManagers are the same class.
    ...shared(orm as unknown as MikroORM),
    engine: 'pglite',
    query,
    execute: query,
    writeTo: (_table, write) => write(),
    alone: (work) => work(database),
    onNotification: pgliteListener(pglite),
    close: async () => {
      await orm.close();
      unlock();
    },
  };
  return database;
}

function shared(orm: MikroORM) {
  const byTable = new Map([...orm.getMetadata()].map((meta) => [meta.tableName, meta.class]));
  return {
    entity: (table: string) => {
      const entity = byTable.get(table);
      if (!entity) throw new Error(`There is no table ${table}.`);
      return entity as EntityName<Row>;
    },
    orm,
    kysely: orm.em.getKysely() as Kysely<Tables>,
    em: () => orm.em.fork(),
  };
}
