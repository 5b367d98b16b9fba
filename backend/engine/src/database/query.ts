import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Pool, QueryConfig } from 'pg';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { isLostConnection, isReadTimeout } from './connection-errors.ts';
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

/**
 * A prepared statement stays in every connection until it closes: beyond this many, further statements run
 * unprepared.
 */
const MAX_PREPARED = 400;
/** The number of concurrent lists that are not searches: in total, and per table. */
const LISTS = { total: 6, perKey: 4 };
/**
 * The longest wait of a list; together with the time limit of lists it stays below the limit of a request.
 */
const LIST_WAIT_MS = 4_000;

/** How many more searches run at once while those of their table are quick. */
const QUICK_SEARCHES = { more: 5, ms: 100 };

/** The number of pages of exports that are read at once. */
const EXPORTS = { total: 2, perKey: 2 };

/** The number of connections that lists, searches and exports use at once. */
export const listPoolSize = (searchesAtOnce: number): number =>
  LISTS.total + searchesAtOnce + QUICK_SEARCHES.more + EXPORTS.total;

/** The connections for reads, by execution mode; all of them are read-only. */
export interface ReadConnections {
  readonly sessions: PipelinedClients;
  readonly short: PipelinedClients;
  readonly lists: Pool;
}

/** Makes all transactions of a connection read-only. It costs one statement when the connection opens. */
export const READ_ONLY = 'set default_transaction_read_only = on';
/** PostgreSQL's error code for a write in a read-only transaction. */
const WRITE_REFUSED = '25006';

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
  const exportLimit = new ConcurrencyLimit({ ...EXPORTS, waitMs: LIST_WAIT_MS });
  const nameOf = statementNames();

  const inList = <Row extends object>(
    query: QueryConfig,
    { limit, table }: { limit: ConcurrencyLimit; table: string },
  ) => limit.run(table, async () => (await lists.query<Row>(query)).rows);

  const run = async <Row extends object>(statement: ReadStatement): Promise<Row[]> => {
    const { sql, parameters, mode = 'list', table = '' } = statement;
    const name = mode === 'unprepared' || mode === 'export' ? undefined : nameOf(sql);
    const query = { text: sql, values: parameters as unknown[], ...(name && { name }) };
    switch (mode) {
      case 'session':
      case 'pipelined': {
        const clients = mode === 'session' ? sessions : short;
        return (await clients.run<Row>(query, table)) ?? inList<Row>(query, { limit: listLimit, table });
      }
      case 'list':
        return inList<Row>(query, { limit: listLimit, table });
      case 'heavy':
      case 'unprepared':
        return inList<Row>(query, { limit: searchLimit, table });
      case 'export':
        return inList<Row>(query, { limit: exportLimit, table });
    }
  };

  return async <Row extends object>(statement: ReadStatement) => {
    try {
      return await run<Row>(statement);
    } catch (error) {
      if ((error as { code?: unknown }).code === WRITE_REFUSED)
        throw new Error('Database.query is for reads: use Database.execute.', { cause: error });
      if (!mayRetry(error, statement)) throw error;
      return run<Row>(statement);
    }
  };
}

/**
 * Returns whether to retry a read whose connection was lost; after a timeout only short reads are retried.
 */
function mayRetry(error: unknown, { mode }: ReadStatement): boolean {
  if (!isLostConnection(error)) return false;
  return mode === 'session' || mode === 'pipelined' || !isReadTimeout(error);
}

/** Creates the function that runs single writes on PostgreSQL, prepared like reads. It never retries. */
export function createPostgresExecute(writes: Pool): Execute {
  return async <Row extends object>({ sql, parameters }: Statement) => {
    const name = nameOfWrite(sql);
    const query = { text: sql, values: parameters as unknown[], ...(name && { name }) };
    return (await writes.query<Row>(query)).rows;
  };
}

const writeNames = new Map<string, string>();

/**
 * Returns the name under which a statement of a write is prepared; undefined if there are too many. One for all
 * databases of the process, because the names are hashes.
 */
const nameOfWrite = statementNames(writeNames);

/** Runs a statement of a write in its transaction, prepared: for statements that run often with the same text. */
export async function runPrepared<Row>(
  db: Pick<Kysely<Record<string, Record<string, unknown>>>, 'executeQuery'>,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  nameOfWrite(statement.sql);
  return (await db.executeQuery(statement)).rows;
}

/**
 * Lets the transactions of a pool prepare the statements of `runPrepared`, for which Kysely has no names. To plan
 * one takes PostgreSQL longer than to run it.
 */
export function prepareInTransactions(writes: Pool): void {
  writes.on('connect', (client) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    const prepared = (...args: unknown[]) => {
      const [text, values, ...others] = args;
      const name = typeof text === 'string' && Array.isArray(values) && writeNames.get(text);
      return name ? query({ text, values, name }, ...others) : query(...args);
    };
    Object.assign(client, { query: prepared });
  });
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

/**
 * Creates the function that runs statements on PGlite, both reads and writes, without prepared statements. Do
 * not call it inside an open transaction, where it would deadlock: use that transaction.
 */
export function createPgliteQuery(pglite: PGlite): Execute {
  return async <Row extends object>({ sql, parameters }: Statement) =>
    (await pglite.query<Row>(sql, parameters as unknown[])).rows;
}
