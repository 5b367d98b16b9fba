import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { type Compilable, CompiledQuery, type RawBuilder } from 'kysely';
import type { Pool, PoolClient, Submittable } from 'pg';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Transaction } from './connection.ts';
import { isLostConnection, isReadTimeout } from './connection-errors.ts';
import { destroyConnection, setPipelining, streamOf } from './pg-clients.ts';
import type { PipelinedClients } from './pipelined-connections.ts';

/** A statement with numbered parameters, as Kysely's `compile()` returns it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Its main table: statements that wait for one table leave connections free for others. */
  readonly table?: string;
}

/** A statement that writes nothing. */
export interface ReadStatement extends Statement {
  /** `list` by default. */
  readonly mode?: ExecutionMode;
}

/**
 * How a read runs on PostgreSQL. `session`, `pipelined`: prepared, on a connection shared with other short
 * statements, which run in order; session checks have connections of their own. `list`: prepared, with the
 * shorter time limit of lists. `heavy`: a list that may read many rows, of which only a few run at once.
 * `unprepared`: like `heavy`, but unprepared, if a plan for the actual parameters is worth the planning.
 * `export`: like `unprepared`, but with separate places, so that exports delay neither lists nor searches.
 */
export type ExecutionMode = 'session' | 'pipelined' | 'list' | 'heavy' | 'unprepared' | 'export';

/** Runs a read outside of any transaction and returns its rows. On PostgreSQL a write fails here. */
export type Query = <Row extends object>(statement: ReadStatement) => Promise<Row[]>;

/** Runs a write as its own transaction and returns its rows. */
export type Execute = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** Prepared statements stay in a connection until it closes: beyond this many, others run unprepared. */
const MAX_PREPARED = 400;
/** The number of concurrent lists that are not searches: in total, and per table. */
const LISTS = { total: 6, perKey: 4 };
/** The longest wait of a list; with the time limit of lists it stays below the limit of a request. */
const LIST_WAIT_MS = 4_000;

/** How many more searches run at once while those of their table are quick. */
const QUICK_SEARCHES = { more: 5, ms: 100 };

/** The number of pages of exports that are read at once. */
const EXPORTS = { total: 2, perKey: 2 };

/** The number of connections that lists, searches and exports use at once. */
export const listPoolSize = (searchesAtOnce: number): number =>
  LISTS.total + searchesAtOnce + QUICK_SEARCHES.more + EXPORTS.total;

/** The connections for reads, by execution mode; all of them are read-only. */
interface ReadConnections {
  readonly sessions: PipelinedClients;
  readonly short: PipelinedClients;
  readonly lists: Pool;
}

/** Makes all transactions of a connection read-only. It costs one statement when the connection opens. */
export const READ_ONLY = 'set default_transaction_read_only = on';
/** PostgreSQL's error code for a write in a read-only transaction. */
const WRITE_REJECTED = '25006';

/**
 * Creates the query function for PostgreSQL, which parses and plans each statement once per connection.
 * Statement names are hashes of their text, so that processes behind a pooler can share prepared statements.
 */
export function createPostgresQuery(connections: ReadConnections, searchesAtOnce: number): Query {
  const { sessions, short, lists } = connections;
  const searchLimit = new ConcurrencyLimit({
    total: searchesAtOnce,
    perKey: Math.ceil((searchesAtOnce * 2) / 3),
    waitMs: LIST_WAIT_MS,
    quick: QUICK_SEARCHES,
  });
  const listLimit = new ConcurrencyLimit({ ...LISTS, waitMs: LIST_WAIT_MS });
  const nameOf = statementNames();

  const limits: Readonly<Record<ExecutionMode, ConcurrencyLimit>> = {
    // If the shared connections are full.
    session: listLimit,
    pipelined: listLimit,
    list: listLimit,
    heavy: searchLimit,
    unprepared: searchLimit,
    export: new ConcurrencyLimit({ ...EXPORTS, waitMs: LIST_WAIT_MS }),
  };
  const shared: Partial<Record<ExecutionMode, PipelinedClients>> = { session: sessions, pipelined: short };

  const run = async <Row extends object>(statement: ReadStatement): Promise<Row[]> => {
    const { sql, parameters, mode = 'list', table = '' } = statement;
    const name = mode === 'unprepared' || mode === 'export' ? undefined : nameOf(sql);
    const query = { text: sql, values: parameters as unknown[], ...(name && { name }) };
    const rows = await shared[mode]?.run<Row>(query, table);
    return rows ?? limits[mode].run(table, async () => (await lists.query<Row>(query)).rows);
  };

  return async <Row extends object>(statement: ReadStatement) => {
    try {
      return await run<Row>(statement);
    } catch (error) {
      if ((error as { code?: unknown }).code === WRITE_REJECTED)
        throw new Error('Database.query is for reads: use Database.execute.', { cause: error });
      if (!mayRetry(error, statement)) throw error;
      return run<Row>(statement);
    }
  };
}

/** Returns whether to retry a read after a lost connection; after a timeout only short reads are retried. */
function mayRetry(error: unknown, { mode }: ReadStatement): boolean {
  if (!isLostConnection(error)) return false;
  return mode === 'session' || mode === 'pipelined' || !isReadTimeout(error);
}

/** Creates the function for single writes on PostgreSQL: prepared, limited in number, never retried. */
export function createPostgresExecute(pool: Pool, limit: ConcurrencyLimit): Execute {
  return <Row extends object>({ sql, parameters, table = '' }: Statement) => {
    const name = nameOfWrite(sql);
    const query = { text: sql, values: parameters as unknown[], ...(name && { name }) };
    return limit.run(table, async () => {
      const client = await pool.connect();
      try {
        return (await client.query<Row>(query)).rows;
      } catch (error) {
        await ended(client);
        throw error;
      } finally {
        client.release();
      }
    });
  };
}

/**
 * Waits until PostgreSQL has ended a failed statement: it reports the error before it releases the locks, for
 * which the next attempt would wait or fail. A lost connection has nothing to wait for.
 */
const ended = (client: PoolClient): Promise<unknown> => client.query('').catch(() => undefined);

const writeNames = new Map<string, string>();

/**
 * Returns the name under which a statement of a write is prepared; undefined if there are too many. One for
 * all databases of the process, because the names are hashes.
 */
const nameOfWrite = statementNames(writeNames);

/** Runs a write's statement in its transaction, prepared: for statements that often have the same text. */
export async function runPrepared<Row>(
  db: Pick<Transaction, 'executeQuery'>,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  nameOfWrite(statement.sql);
  return (await db.executeQuery(statement)).rows;
}

/** The parameters of statements of `runAhead`: Kysely passes nothing else of a call on to the connection. */
const parametersAhead = new WeakSet<readonly unknown[]>();

/**
 * Runs a statement like `runPrepared` whose rows no caller needs, such as a lock. On PostgreSQL it is sent
 * together with the next statement of the transaction, which throws its error.
 */
export async function runAhead(...[db, statement]: Parameters<typeof runPrepared>): Promise<void> {
  parametersAhead.add(statement.parameters);
  await runPrepared(db, statement);
}

/** Kysely's statements that start a transaction and end it. */
const IN_TRANSACTION: Readonly<Record<string, boolean>> = { begin: true, commit: false, rollback: false };

/** What a statement returns that is sent with the next one. */
const NO_ROWS = { rows: [] };

/**
 * Changes how the connections of a pool run statements, for which Kysely has no options. In transactions, the
 * statements of `runPrepared` are prepared, because to plan one takes PostgreSQL longer than to run it;
 * `begin` and the statements of `runAhead` are sent with the next one, because writes to sockets are most of
 * the cost of a short statement. A connection whose response times out is destroyed: otherwise pg abandons
 * only the statement, and the frozen connection returns to the pool.
 */
export function adaptConnections(pool: Pool, onFrozen: () => void): void {
  pool.on('connect', (client) => {
    const run = watchResponses(client, onFrozen);
    const ahead: unknown[] = [];
    let isInTransaction = false;
    let isCorked = false;
    const send = () => {
      if (isCorked) streamOf(client).uncork();
      isCorked = false;
    };
    const sendWithNext = (args: unknown[]) => {
      if (!isCorked) {
        streamOf(client).cork();
        setPipelining(client, true);
        // In case that no other statement follows in this tick.
        setImmediate(send);
      }
      isCorked = true;
      const result = run(...args) as Promise<unknown>;
      // Nothing may run outside of the transaction; the statements that were sent with it fail too.
      result.catch((error: Error) => args[0] === 'begin' && destroyConnection(client, error));
      ahead.push(result);
      return Promise.resolve(NO_ROWS);
    };
    /** Its rows are read in several round trips, so nothing may be sent before or behind them. */
    const runCursor = (cursor: Submittable) => {
      send();
      void Promise.allSettled(ahead.splice(0)).then(() => {
        setPipelining(client, false);
        run(cursor);
      });
      return cursor;
    };
    const query = (...args: unknown[]) => {
      const [text, values, ...others] = args;
      const name = typeof text === 'string' && Array.isArray(values) && writeNames.get(text);
      const given = name ? [{ text, values, name }, ...others] : args;
      if (typeof text === 'string') isInTransaction = IN_TRANSACTION[text] ?? isInTransaction;
      if (isInTransaction && (text === 'begin' || parametersAhead.has(values as unknown[])))
        return sendWithNext(given);
      if (isCursor(text)) return runCursor(text);
      const result = run(...given);
      send();
      const before = ahead.splice(0);
      const isRollback = typeof text === 'string' && text.startsWith('rollback');
      if (before.length === 0 || isRollback) return result;
      return Promise.all([...before, result]).then((results) => results.at(-1));
    };
    Object.assign(client, { query });
  });
}

const isCursor = (requested: unknown): requested is Submittable =>
  typeof requested === 'object' && requested !== null && 'submit' in requested;

/** Returns the `query` of a client, which destroys the connection if a response times out. */
function watchResponses(client: PoolClient, onFrozen: () => void): (...args: unknown[]) => unknown {
  // Looked up for each call, because instrumentation of pg may replace the method of the class at any time.
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  const look = (error: unknown) => {
    if (!isReadTimeout(error)) return;
    destroyConnection(client, error as Error);
    onFrozen();
  };
  return (...args) => {
    const called = args.at(-1);
    if (typeof called === 'function')
      return prototype.query.call(client, ...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        if (error) look(error);
        called(error, ...rest);
      });
    const result = prototype.query.apply(client, args);
    if (result instanceof Promise) result.catch(look);
    return result;
  };
}

function statementNames(names = new Map<string, string>()) {
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MAX_PREPARED) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
    return name;
  };
}

/** Where to read: outside of any transaction, such as in a `Database`, or within one. */
export interface Reading {
  /** Describes statements. */
  readonly kysely: Transaction;
  readonly query: Query;
}

/** Reads where a transaction does, with prepared statements: sees what that has written. */
export const readingIn = (db: Transaction): Reading => ({
  kysely: db,
  query: <Row extends object>({ sql, parameters }: Statement) =>
    runPrepared<Row>(db, CompiledQuery.raw(sql, [...parameters])),
});

/** Runs a read that Kysely, or its template tag `sql`, describes. */
export const selectRows = <Row extends object>(
  { kysely, query }: Reading,
  described: Compilable<Row> | RawBuilder<Row>,
  options: Pick<ReadStatement, 'mode' | 'table'>,
): Promise<Row[]> => query<Row>({ ...described.compile(kysely), ...options });

/**
 * Creates the function that runs statements on PGlite, both reads and writes, without prepared statements. Do
 * not call it inside an open transaction, where it would deadlock: use that transaction.
 */
export function createPgliteQuery(pglite: PGlite): Execute {
  return async <Row extends object>({ sql, parameters }: Statement) =>
    (await pglite.query<Row>(sql, parameters as unknown[])).rows;
}
