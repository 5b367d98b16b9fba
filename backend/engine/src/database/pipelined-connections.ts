import pg from 'pg';
import { isReadTimeout } from './connection-errors.ts';
import { destroyConnection, type Socket, streamOf } from './pg-clients.ts';
import { READ_ONLY } from './query.ts';

/** Enough to keep the server's processors busy with reads that take a fraction of a millisecond. */
const MAX_CONNECTIONS_PER_KEY = 3;
/** For all keys together. */
const MAX_CONNECTIONS = 8;
/** The maximum number of pending statements per connection: a slow one delays all those behind it. */
const MAX_PENDING = 24;
/** A connection that has received nothing for this long is checked. */
const QUIET_MS = 2_000;
/** A connection that has been unused for this long is closed, to make room for others. */
const UNUSED_MS = 60_000;

interface PipelinedClient {
  /** The key of its pending statements, or of its last ones. */
  key: string;
  readonly client: pg.Client;
  /** Resolves to its socket, after the TLS handshake if there is one. */
  readonly connected: Promise<Socket>;
  /** The names of statements that have been parsed. */
  readonly prepared: Set<string>;
  /** The names of statements whose first run has not returned yet. */
  readonly preparing: Set<string>;
  readonly openedAt: number;
  usedAt: number;
  lastReplyAt: number;
  waiting: number;
  isCorked: boolean;
}

/** Runs short statements; `close` waits for pending ones. */
export interface PipelinedClients {
  /** Returns undefined if the key's connections are full: run the statement elsewhere then. */
  run<Row extends object>(query: pg.QueryConfig, key: string): Promise<Row[]> | undefined;
  /** Replaces the idle connections. */
  discardIdle(): void;
  close(): Promise<void>;
}

interface Options {
  readonly client: pg.ClientConfig;
  readonly lifetimeMs: number;
  /** Called when a connection has frozen, because others may have frozen too. */
  readonly onFrozen: () => void;
}

/**
 * Opens a few connections that short reads share by pipelining: each statement is sent before the previous
 * one has returned, and all statements of one event loop tick are sent with one write, because writes to
 * sockets are most of the cost of a short read. A slow statement delays those behind it, so only short ones
 * may run here, and a connection with pending statements takes only others of the same key (their table), so
 * that a locked table does not delay others. An idle one takes any: a table that is read for the first time
 * need not wait for a new connection, which is a process of PostgreSQL.
 */
export function openPipelinedClients({ client: options, lifetimeMs, onFrozen }: Options): PipelinedClients {
  const connections = new Set<PipelinedClient>();
  const taken = new Map<string, PipelinedClient>();
  let closed = false;

  const open = (key: string): PipelinedClient => {
    const client = new pg.Client({ ...options, pipeline: true });
    const now = performance.now();
    const connected = client
      .connect()
      .then(() => client.query(READ_ONLY))
      .then(() => streamOf(client));
    const connection: PipelinedClient = {
      key,
      client,
      connected,
      prepared: new Set(),
      preparing: new Set(),
      openedAt: now,
      usedAt: now,
      lastReplyAt: now,
      waiting: 0,
      isCorked: false,
    };
    // A lost connection fails its pending statements; the next read opens another.
    const forget = () => connections.delete(connection);
    client.on('error', forget).on('end', forget);
    connected.catch(forget);
    connections.add(connection);
    return connection;
  };

  /**
   * Returns one connection for all reads of a tick, so that only reads that arrived together wait for each
   * other; the next tick takes another connection if this one is busy.
   */
  const connectionOfThisTick = (key: string): PipelinedClient | undefined => {
    const known = taken.get(key);
    if (known && connections.has(known)) return known;
    const idle = [...connections].filter(({ waiting }) => waiting === 0);
    const busy = [...connections].filter((connection) => connection.waiting > 0 && connection.key === key);
    let connection: PipelinedClient | undefined;
    if (busy.length < MAX_CONNECTIONS_PER_KEY) {
      // One with the same key has probably parsed the statement.
      connection = idle.find((connection) => connection.key === key) ?? idle[0];
      if (!connection && connections.size < MAX_CONNECTIONS) connection = open(key);
    }
    connection ??= busy.toSorted((a, b) => a.waiting - b.waiting)[0];
    if (!connection) return undefined;
    connection.key = key;
    taken.set(key, connection);
    setImmediate(() => taken.delete(key));
    return connection;
  };

  const discard = (connection: PipelinedClient) => {
    connections.delete(connection);
    destroyConnection(connection.client);
  };

  const send = async <Row extends object>(
    connection: PipelinedClient,
    query: pg.QueryConfig,
  ): Promise<Row[]> => {
    connection.waiting++;
    try {
      sendTogether(connection, await connection.connected);
      const { rows } = await runPrepared<Row>(connection, query);
      connection.lastReplyAt = performance.now();
      return rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError) connection.lastReplyAt = performance.now();
      else if (isReadTimeout(error) && connections.has(connection)) {
        discard(connection);
        if (!closed) onFrozen();
      }
      throw error;
    } finally {
      connection.waiting--;
    }
  };

  const end = (connection: PipelinedClient) => {
    connections.delete(connection);
    void connection.client.end().catch(() => {});
  };

  /** Checks or closes a connection that has received nothing for a while: a frozen one raises no error. */
  const check = (connection: PipelinedClient) => {
    const now = performance.now();
    if (connection.waiting > 0 || now - connection.lastReplyAt < QUIET_MS) return;
    if (now - connection.usedAt > UNUSED_MS || now - connection.openedAt > lifetimeMs) return end(connection);
    send(connection, { text: 'select 1', query_timeout: QUIET_MS } as pg.QueryConfig).catch(() => {});
  };
  const checks = setInterval(() => connections.forEach(check), QUIET_MS).unref();

  return {
    run: <Row extends object>(query: pg.QueryConfig, key: string) => {
      const connection = connectionOfThisTick(key);
      if (!connection || connection.waiting >= MAX_PENDING) return undefined;
      connection.usedAt = performance.now();
      return send<Row>(connection, query);
    },
    discardIdle: () => {
      for (const connection of connections) if (connection.waiting === 0) discard(connection);
    },
    close: async () => {
      closed = true;
      clearInterval(checks);
      await Promise.all([...connections].map(({ client }) => client.end()));
    },
  };
}

/**
 * Runs a statement, prepared unless the first run of the same name is pending. That run may fail before the
 * server has parsed the statement, for example after waiting for a lock. A later run by name would then fail
 * too, and its error makes `pg` parse again what the next run has already parsed.
 */
async function runPrepared<Row extends object>(
  { client, prepared, preparing }: PipelinedClient,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const { name } = query;
  if (!name || prepared.has(name)) return client.query<Row>(query);
  if (preparing.has(name)) return client.query<Row>({ ...query, name: undefined });
  preparing.add(name);
  try {
    const result = await client.query<Row>(query);
    prepared.add(name);
    return result;
  } finally {
    preparing.delete(name);
  }
}

/** Buffers the writes to a connection until the end of the event loop's tick, and then sends them at once. */
function sendTogether(connection: PipelinedClient, stream: Socket): void {
  if (connection.isCorked) return;
  connection.isCorked = true;
  stream.cork();
  setImmediate(() => {
    connection.isCorked = false;
    stream.uncork();
  });
}
