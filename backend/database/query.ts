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
  /** `prepared` when left out. */
  readonly mode?: ExecutionMode;
  /** The table that it is about: what waits for this one leaves the connections for others alone. */
  readonly table?: string;
}

/**
 * How a statement runs on PostgreSQL.
 *
 * `session`, `quick`: prepared, on a connection that it shares with other short ones, whose turn comes only after it;
 * session checks share theirs with nothing else. `prepared`: parsed once a connection. `list`: the same, with the
 * shorter time that lists have. `heavy`: a list that may read far, of which only a few run at once. `planned`: the
 * same, parsed anew each time, where a plan that suits these very parameters is worth it.
 */
export type ExecutionMode = 'session' | 'quick' | 'prepared' | 'list' | 'heavy' | 'planned';

/** Runs one statement outside of any transaction and returns its rows. */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** A prepared statement lives in every connection until it closes: past this many, further texts run unprepared. */
const MAX_PREPARED = 400;
/** Lists at once that are no searches: in all, and about one table. */
const LISTS = { total: 6, perKey: 4 };
/** A list waits for its turn so long; with the time that it may take itself, its answer comes within that of a request. */
const LIST_WAIT_MS = 4_000;

/** As many connections as lists and searches use at once. */
export const listPoolSize = (searchesAtOnce: number): number => LISTS.total + searchesAtOnce;

/** The connections that reads take, by their execution mode. */
export interface ReadConnections {
  readonly sessions: PipelinedClients;
  readonly short: PipelinedClients;
  readonly lists: Pool;
  readonly others: Pool;
}

/**
 * The fast way to read from PostgreSQL: each text is parsed and planned once a connection.
 * The name comes from the text, so that a pooler in between may share statements among processes.
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
    const name = mode === 'planned' ? undefined : nameOf(sql);
    const query = { text: sql, values: parameters as unknown[], ...(name && { name }) };
    switch (mode) {
      case 'session':
      case 'quick': {
        const lanes = mode === 'session' ? sessions : short;
        return (await lanes.run<Row>(query, table)) ?? inList<Row>(query, { limit: listLimit, table });
      }
      case 'list':
        return inList<Row>(query, { limit: listLimit, table });
      case 'heavy':
      case 'planned':
        return inList<Row>(query, { limit: searchLimit, table });
      case 'prepared':
        return (await others.query<Row>(query)).rows;
    }
  };

  return async <Row extends object>(statement: Statement) => {
    try {
      return await run<Row>(statement);
    } catch (error) {
      if (!mayAskAgain(error, statement)) throw error;
      return run<Row>(statement);
    }
  };
}

/** What only reads may be asked again when its connection was lost; after a long wait only where it is a short one. */
function mayAskAgain(error: unknown, { mode = 'prepared' }: Statement): boolean {
  if (mode === 'prepared' || !isLostConnection(error)) return false;
  return mode === 'session' || mode === 'quick' || !isReadTimeout(error);
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

/** The same on PGlite, which keeps no statements; inside an open transaction it would wait for itself: use that one. */
export function createPgliteQuery(pglite: PGlite): Query {
  return async <Row extends object>({ sql, parameters }: Statement) =>
    (await pglite.query<Row>(sql, parameters as unknown[])).rows;
}
