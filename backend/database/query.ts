import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type { Pool, QueryConfig } from 'pg';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { isLostConnection, isReadTimeout } from './connection-errors.ts';
import type { PipelinedClients } from './pipelined-connections.ts';

/** A statement with numbered parameters, as Kysely's `compile()` returns it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** `prepared` by default. */
  readonly mode?: ExecutionMode;
  /** The table that it reads: statements that wait for one table leave connections free for others. */
  readonly table?: string;
}

/**
 * How a statement runs on PostgreSQL.
 * `session`, `pipelined`: prepared, on a connection shared with other short statements, which run in order;
 * session checks have connections of their own. `prepared`: parsed once per connection. `list`: prepared,
 * with the shorter time limit of lists. `heavy`: a list that may read many rows, of which only a few run at
 * once. `unprepared`: like `heavy`, but unprepared, where a plan for the actual parameters is worth the
 * planning.
 */
export type ExecutionMode = 'session' | 'pipelined' | 'prepared' | 'list' | 'heavy' | 'unprepared';

/** Runs one statement outside of any transaction and returns its rows. */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;

/**
 * A prepared statement stays in every connection until it closes: beyond this many, further statements run
 * unprepared.
 */
const MAX_PREPARED = 400;
/** The number of concurrent lists that are not searches: in total, and per table. */
const LISTS = { total: 6, perKey: 4 };
/**
 * The longest that a list waits to start; together with its own time limit it stays within that of a request.
 */
const LIST_WAIT_MS = 4_000;

/** The number of connections that lists and searches use at once. */
export const listPoolSize = (searchesAtOnce: number): number => LISTS.total + searchesAtOnce;

/** The connections for reads, by execution mode. */
export interface ReadConnections {
  readonly sessions: PipelinedClients;
  readonly short: PipelinedClients;
  readonly lists: Pool;
  readonly others: Pool;
}

/**
 * Creates the query function for PostgreSQL, which parses and plans each statement once per connection.
 * Statement names are hashes of their text, so that processes behind a pooler can share prepared statements.
 */
export function createPostgresQuery(connections: ReadConnections, searchesAtOnce: number): Query {
  const { sessions, short, lists, others } = connections;
  const searchLimit = new ConcurrencyLimit({
    total: searchesAtOnce,
    perKey: Math.ceil((searchesAtOnce * 2) / 3),
    waitMs: LIST_WAIT_MS,
  });
  const listLimit = new ConcurrencyLimit({ ...LISTS, waitMs: LIST_WAIT_MS });
  const nameOf = statementNames();

  const inList = <Row extends object>(
    query: QueryConfig,
    { limit, table }: { limit: ConcurrencyLimit; table: string },
  ) => limit.run(table, async () => (await lists.query<Row>(query)).rows);

  const run = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    const { sql, parameters, mode = 'prepared', table = '' } = statement;
    const name = mode === 'unprepared' ? undefined : nameOf(sql);
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
      case 'prepared':
        return (await others.query<Row>(query)).rows;
    }
  };

  return async <Row extends object>(statement: Statement) => {
    try {
      return await run<Row>(statement);
    } catch (error) {
      if (!mayRetry(error, statement)) throw error;
      return run<Row>(statement);
    }
  };
}

/**
 * Returns whether to retry a read whose connection was lost; after a timeout only short reads are retried.
 */
function mayRetry(error: unknown, { mode = 'prepared' }: Statement): boolean {
  if (mode === 'prepared' || !isLostConnection(error)) return false;
  return mode === 'session' || mode === 'pipelined' || !isReadTimeout(error);
}

function statementNames() {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MAX_PREPARED) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
    return name;
  };
}

/**
 * Creates the query function for PGlite, without prepared statements. Do not call it inside an open
 * transaction, where it would deadlock: use that transaction.
 */
export function createPgliteQuery(pglite: PGlite): Query {
  return async <Row extends object>({ sql, parameters }: Statement) =>
    (await pglite.query<Row>(sql, parameters as unknown[])).rows;
}
