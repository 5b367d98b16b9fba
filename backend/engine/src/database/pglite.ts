import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM, type PgliteConnection } from '@mikro-orm/pglite';
import type { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import { logger } from '#backend/logging/logger.ts';
import { DatabaseUnavailable, DataFolderInUse } from './connection-errors.ts';
import { createDataFolder, toStartError } from './data-folder.ts';
import { type DatabaseLimits, DEFAULT_LIMITS } from './time-limits.ts';

const SQLITE_BUSY = 5;

/**
 * Locks a data directory for this process and returns a function that releases it. Two processes on one
 * PGlite directory silently lose rows. SQLite's exclusive lock is a file lock of the operating system: it
 * ends with its process, even after `kill -9`, so there are no stale locks to detect or clean up.
 * @throws DataFolderInUse if another process (or another database in this one) holds the lock.
 * @throws DatabaseUnavailable if this process cannot write to the folder.
 */
export function lockDataDirectory(folder: string): () => void {
  createDataFolder(folder);
  const lock = new DatabaseSync(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DataFolderInUse(
      `The data folder ${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}

const PROGRAM = createRequire(import.meta.url).resolve('#backend/database/create-cluster-process.ts');

/**
 * Creates the files of an embedded database in a folder, unless the folder exists. A separate process does
 * so, because its exit frees the memory of three instances of PostgreSQL (docs/decisions/memory.md). It works
 * in a temporary folder, so that an interruption leaves nothing that looks like a database.
 * @throws DatabaseUnavailable if the process is killed; what PGlite throws, such as a file system error.
 */
export async function createCluster(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const prefix = `${folder}.unfinished-`;
  for (const left of globSync(`${prefix}*`)) rmSync(left, { recursive: true, force: true });
  const unfinished = mkdtempSync(prefix);
  const child = fork(PROGRAM, [unfinished], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // The process sends only a failure, as the error's properties: errors of PGlite's file system do not
  // survive cloning.
  let failure: Error | undefined;
  child.once('message', (given: object) => {
    failure = Object.assign(new Error('The database could not be created.'), given);
  });
  const [code] = await once(child, 'exit');
  if (code === 0) return renameSync(unfinished, folder);
  rmSync(unfinished, { recursive: true, force: true });
  throw failure ?? new DatabaseUnavailable(`The database in ${folder} could not be created.`);
}

/** How long statements may occupy the process before it handles requests and timers. */
const TURN_MS = 20;

/** The turns of an embedded database. */
interface Turns {
  /** When the last statement finished, from `performance.now()`. */
  readonly lastAt: number;
}

/** Connections that share a database also share its turns. */
const known = new WeakMap<PGlite, Turns>();

/**
 * Makes long work on an embedded database yield to others. Its statements run in this process and resolve as
 * microtasks, so an import would otherwise keep the server from receiving any request until it finishes.
 */
function takeTurns(pglite: PGlite): Turns {
  const before = known.get(pglite);
  if (before) return before;
  const execute = pglite.execProtocolRaw.bind(pglite);
  const turns = { lastAt: performance.now() };
  let turned = turns.lastAt;
  pglite.execProtocolRaw = async (...message) => {
    if (performance.now() - turned > TURN_MS) {
      await setImmediate();
      turned = performance.now();
    }
    try {
      return await execute(...message);
    } finally {
      turns.lastAt = performance.now();
    }
  };
  known.set(pglite, turns);
  return turns;
}

type OpenTransaction = Awaited<ReturnType<PgliteConnection['begin']>>;

/**
 * Rolls back transactions of an embedded database that run no statement for a while, and logs it. PGlite
 * ignores PostgreSQL's `idle_in_transaction_session_timeout`. An open transaction blocks all other statements
 * there, so one that waits for its own process would never finish. Its later statements fail. `turns` are
 * those of the same database, on which only an open transaction can run statements.
 */
function endIdleTransactions(connection: PgliteConnection, turns: Turns, idleMs: number): void {
  const timers = new Map<OpenTransaction, NodeJS.Timeout>();
  const ended = new WeakSet<OpenTransaction>();
  const methods = {
    begin: connection.begin.bind(connection),
    commit: connection.commit.bind(connection),
    rollback: connection.rollback.bind(connection),
  };

  const forget = (transaction: OpenTransaction) => {
    clearTimeout(timers.get(transaction));
    timers.delete(transaction);
  };
  const end = async (transaction: OpenTransaction) => {
    forget(transaction);
    ended.add(transaction);
    logger.error({ idleMs }, `A transaction was rolled back, because it ran no statement for ${idleMs} ms`);
    await transaction.rollback().execute();
  };
  const watch = (transaction: OpenTransaction, { ms, begunAt }: { ms: number; begunAt: number }) => {
    const check = () => {
      const left = Math.max(turns.lastAt, begunAt) + idleMs - performance.now();
      if (left > 0) return watch(transaction, { ms: left, begunAt });
      end(transaction).catch((error: unknown) => logger.error({ err: error }, 'idle transaction not ended'));
    };
    timers.set(transaction, setTimeout(check, ms).unref());
  };

  connection.begin = async (options = {}) => {
    const transaction = await methods.begin(options);
    // A nested transaction is a savepoint.
    if (!options.ctx) watch(transaction, { ms: idleMs, begunAt: performance.now() });
    return transaction;
  };
  connection.commit = async (transaction, ...rest) => {
    forget(transaction);
    // MikroORM takes a rolled back transaction for a committed one.
    if (ended.has(transaction))
      throw new Error(`The transaction ran no statement for ${idleMs} ms and was rolled back`);
    await methods.commit(transaction, ...rest);
  };
  connection.rollback = async (transaction, ...rest) => {
    forget(transaction);
    if (!ended.has(transaction)) await methods.rollback(transaction, ...rest);
  };
}

/** PostgreSQL's default is 128 MB, all of which is in use soon after the start (docs/decisions/memory.md). */
const PARAMETERS = ['-c', 'shared_buffers=32MB'];

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/**
 * Parameters are sent as text, as they are to a server, so that the database checks their values and rejects
 * others with a code. PGlite's own serializers of these types throw errors without one.
 */
const SERIALIZERS = Object.fromEntries(
  [types.BOOL, types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ].map((type) => [type, toText]),
);

/**
 * Opens MikroORM on the embedded PostgreSQL: a running one, in memory, or in `<dataDir>/database`, locked.
 * @throws DatabaseUnavailable if another process holds the lock on the directory.
 */
export async function openPglite(options: {
  dataDir?: string | undefined;
  template?: Blob | undefined;
  pglite?: PGlite | undefined;
  limits?: Pick<DatabaseLimits, 'idleTransactionMs'> | undefined;
  orm: object;
}) {
  const folder = options.dataDir && join(options.dataDir, 'database');
  const unlock = options.dataDir ? lockDataDirectory(options.dataDir) : () => {};
  try {
    if (folder && !options.template) await createCluster(folder);
    const orm = await MikroORM.init({
      ...options.orm,
      dbName: folder ?? 'memory://',
      driverOptions: {
        extensions: { pg_trgm },
        serializers: SERIALIZERS,
        startParams: [...PGlite.defaultStartParams, ...PARAMETERS],
      },
    });
    // Set only now: MikroORM clones its options, and cloning breaks both.
    const { template: loadDataDir, pglite: running } = options;
    Object.assign(
      orm.config.get('driverOptions'),
      loadDataDir && { loadDataDir },
      running && { pglite: running },
    );
    const connection = orm.driver.getConnection() as PgliteConnection;
    const pglite: PGlite = await connection.getNativeClient().catch((error: unknown) => {
      throw folder ? toStartError(error, folder) : error;
    });
    const { idleTransactionMs: idleMs } = options.limits ?? DEFAULT_LIMITS;
    endIdleTransactions(connection, takeTurns(pglite), idleMs);
    // biome-ignore lint/plugin: the two drivers differ only in how they connect; their EntityManagers are the same class
    return { orm: orm as unknown as PostgresOrm, pglite, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
