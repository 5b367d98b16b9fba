import type { PGlite } from '@electric-sql/pglite';
import type { EntityName, EntitySchema } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { fromPglite } from 'pg-boss';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { OnNotification } from './notifications.ts';
import { ormOptions } from './orm-options.ts';
import { openPglite } from './pglite.ts';
import { openConnections, openPostgres, withExclusiveConnection } from './postgres.ts';
import { createPgliteQuery, createPostgresExecute, type Execute, type Query } from './query.ts';
import { type DatabaseLimits, DEFAULT_LIMITS, writeOptions } from './time-limits.ts';

/** The tables come from resources.config.ts at run time, so columns have names but no static types. */
export type Tables = Record<string, Row>;
/** Access to the tables; a transaction for all writes. */
export type Transaction = Kysely<Tables>;
/** A row, or the values of an entity. */
export type Row = Record<string, unknown>;

/** An open database. Both engines use PostgreSQL's dialect, so only this folder distinguishes them. */
export interface Database {
  readonly engine: 'pglite' | 'postgres';
  readonly orm: MikroORM;
  /** Kysely on the primary, outside of any transaction. */
  readonly kysely: Kysely<Tables>;
  /** Runs reads (lists, records, session checks) on read-only PostgreSQL connections, where a write fails. */
  readonly query: Query;
  /** Runs one statement that may write, as its own transaction, always on the primary. */
  readonly execute: Execute;
  /** Runs SQL text of a library with its own tables, such as the job queue: scripts if without parameters. */
  readonly runScript: RunScript;
  /**
   * Runs a write of several steps on a table. Limits how many writes may wait for a table's locks, so that
   * other tables have connections.
   */
  writeTo<Result>(table: string, write: () => Promise<Result>): Promise<Result>;
  /**
   * Runs long work such as migrations on this database without time limits. On PostgreSQL only one process at
   * a time does so; the others wait.
   */
  alone<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Subscribes to a LISTEN/NOTIFY channel; on PGlite it receives only this process's notifications. */
  readonly onNotification: OnNotification;
  /** The transaction that all statements belong to, such as an endpoint's: a failed one aborts it. */
  readonly openTransaction?: Transaction;
  /** Creates an EntityManager for one request. */
  em(): EntityManager;
  /** Returns the entity name of a table. */
  entity(table: string): EntityName<Row>;
  /** Waits for pending statements, then releases everything. */
  close(): Promise<void>;
}

/** A write holds its connection for several round trips: only this many keep the server busy. */
export const POOL_SIZE = 20;

/** The database to open, and its tables. */
export interface DatabaseOptions {
  readonly entities: readonly EntitySchema[];
  /** The URL of a PostgreSQL server; without it the embedded database is used. */
  readonly url?: string | undefined;
  /** The directory of the embedded database; without it the database is in memory. */
  readonly dataDir?: string | undefined;
  /** A dump of an embedded database to start from, which is much faster than to create one. */
  readonly template?: Blob | undefined;
  /** A running embedded database to use; `close` leaves it open. */
  readonly pglite?: PGlite | undefined;
  /** The maximum number of connections to PostgreSQL for writes and long reads; 20 by default. */
  readonly poolSize?: number | undefined;
  /** A migrations folder other than the project's. */
  readonly migrations?: string | undefined;
  /** The time limits of PostgreSQL. */
  readonly limits?: DatabaseLimits | undefined;
}

/** See `Database.runScript`. */
// biome-ignore lint/suspicious/noExplicitAny: the rows of any statement
type RunScript = (text: string, parameters?: unknown[]) => Promise<{ rows: any[] }>;

/** The longest wait of a write while others wait for the same table. */
const WRITE_WAIT_MS = 4_000;

/**
 * Opens the configured database.
 * @throws DatabaseUnavailable with a one-line message if no server responds or the directory is in use.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? onPostgres(options.url, options) : onPglite(options);
}

async function onPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const { limits = DEFAULT_LIMITS, poolSize = POOL_SIZE } = options;
  const orm = () => ormOptions(options.entities, options.migrations);
  const opened = await openPostgres(url, {
    poolSize,
    orm: orm(),
    connection: writeOptions(limits),
    adapt: (pool) => openConnections(pool, limits),
  });
  const { query, onNotification, close } = opened.adapted;
  const writes = new ConcurrencyLimit({
    total: poolSize,
    perKey: Math.ceil(poolSize / 2),
    waitMs: WRITE_WAIT_MS,
  });
  return {
    ...shared(opened.orm),
    engine: 'postgres',
    query,
    execute: createPostgresExecute(opened.pool, writes),
    runScript: (text, parameters) => opened.pool.query(text, parameters),
    writeTo: (table, write) => writes.run(table, write),
    alone: (work) => withExclusiveConnection(url, orm(), (orm, execute) => work(unlimited(orm, execute))),
    onNotification,
    close: async () => {
      await close();
      await opened.orm.close();
    },
  };
}

/** Returns the database that `alone` passes on. */
const unlimited = (orm: MikroORM, execute: Execute): Database =>
  withoutLimits(orm, {
    engine: 'postgres',
    execute,
    runScript: async (sql, parameters = []) => ({ rows: await execute({ sql, parameters }) }),
    onNotification: async () => {},
    close: async () => {},
  });

async function onPglite(options: DatabaseOptions): Promise<Database> {
  const { entities, migrations } = options;
  const { orm, pglite, unlock } = await openPglite({ ...options, orm: ormOptions(entities, migrations) });
  return withoutLimits(orm, {
    engine: 'pglite',
    execute: createPgliteQuery(pglite),
    runScript: fromPglite(pglite).executeSql,
    onNotification: async (channel, listener) => void (await pglite.listen(channel, listener)),
    close: async () => {
      await orm.close();
      unlock();
    },
  });
}

/** Returns a database without limits and places of its own, in which a nested `alone` does not wait. */
function withoutLimits(
  orm: MikroORM,
  own: Pick<Database, 'engine' | 'execute' | 'runScript' | 'onNotification' | 'close'>,
): Database {
  const database: Database = {
    ...shared(orm),
    ...own,
    query: own.execute,
    writeTo: (_table, write) => write(),
    alone: (work) => work(database),
  };
  return database;
}

function shared(orm: MikroORM) {
  const byTable = new Map([...orm.getMetadata()].map((meta) => [meta.tableName, meta.class]));
  return {
    entity: (table: string) => {
      const entity = byTable.get(table);
      if (!entity) throw new Error(`Table ${table} does not exist.`);
      return entity as EntityName<Row>;
    },
    orm,
    kysely: orm.em.getKysely<Tables>(),
    em: () => orm.em.fork(),
  };
}
