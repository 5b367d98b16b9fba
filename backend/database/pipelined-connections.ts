import pg from 'pg';
import { isReadTimeout } from './connection-errors.ts';
import { destroyConnection } from './frozen-connections.ts';

/** Enough to keep as many of the server's processors busy with reads that take a fraction of a millisecond. */
const LANES_A_KEY = 3;
/** For all keys together. */
const MOST_LANES = 8;
/** What waits in one connection, at most: whatever holds up the first holds up all of them. */
const MOST_WAITING = 24;
/** A connection from which nothing was heard for so long is asked whether it is still there. */
const QUIET_MS = 2_000;
/** A connection that nobody has used for so long is closed, to leave its connection to others. */
const UNUSED_MS = 60_000;

interface PipelinedClient {
  readonly key: string;
  readonly client: pg.Client;
  readonly connected: Promise<unknown>;
  readonly openedAt: number;
  usedAt: number;
  heardAt: number;
  waiting: number;
  isSending: boolean;
}

/** Runs short statements; `close` waits for those under way. */
export interface PipelinedClients {
  /** Undefined where there is no room in the connections of a key: the statement is to take another way. */
  run<Row extends object>(query: pg.QueryConfig, key: string): Promise<Row[]> | undefined;
  /** Replaces the connections that nobody uses at the moment. */
  discardIdle(): void;
  close(): Promise<void>;
}

interface Options {
  readonly client: pg.ClientConfig;
  readonly lifetimeMs: number;
  /** Called when a connection has frozen: other connections may have, too. */
  readonly onFrozen: () => void;
}

/**
 * A few connections that short reads share: the next statement is sent before the last one is answered, and all that
 * one turn of the event loop asks for goes out in one piece. Writing to sockets is most of what a read costs, on
 * both sides. A slow statement holds up the ones behind it: so only short ones may go here, and each table has connections
 * of its own, lest a locked one hold up the others.
 */
export function openPipelinedClients({ client: options, lifetimeMs, onFrozen }: Options): PipelinedClients {
  const connections = new Set<PipelinedClient>();
  const taken = new Map<string, PipelinedClient>();
  let closed = false;

  const open = (key: string): PipelinedClient => {
    const client = new pg.Client({ ...options, pipeline: true });
    const now = performance.now();
    const connected = client.connect();
    const times = { openedAt: now, usedAt: now, heardAt: now };
    const connection: PipelinedClient = { key, client, connected, ...times, waiting: 0, isSending: false };
    // A lost connection fails what it was asked; the next read opens another.
    const forget = () => connections.delete(connection);
    client.on('error', forget).on('end', forget);
    connected.catch(forget);
    connections.add(connection);
    return connection;
  };

  /** One connection for all reads of a turn, so that they go out together; the next turn takes another if that one is busy. */
  const connectionOfThisTick = (key: string): PipelinedClient | undefined => {
    const known = taken.get(key);
    if (known && connections.has(known)) return known;
    const own = [...connections].filter((connection) => connection.key === key);
    let connection = own.find(({ waiting }) => waiting === 0);
    if (!connection && own.length < LANES_A_KEY && connections.size < MOST_LANES) connection = open(key);
    connection ??= own.toSorted((a, b) => a.waiting - b.waiting)[0];
    if (!connection) return undefined;
    taken.set(key, connection);
    setImmediate(() => taken.delete(key));
    return connection;
  };

  const discard = (connection: PipelinedClient) => {
    connections.delete(connection);
    destroyConnection(connection.client);
  };

  const ask = async <Row extends object>(
    connection: PipelinedClient,
    query: pg.QueryConfig,
  ): Promise<Row[]> => {
    connection.waiting++;
    try {
      await connection.connected;
      sendTogether(connection);
      const { rows } = await connection.client.query<Row>(query);
      connection.heardAt = performance.now();
      return rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError) connection.heardAt = performance.now();
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

  /** Looks after the connections that nothing was heard from: a frozen connection says nothing of it by itself. */
  const check = (connection: PipelinedClient) => {
    const now = performance.now();
    if (connection.waiting > 0 || now - connection.heardAt < QUIET_MS) return;
    if (now - connection.usedAt > UNUSED_MS || now - connection.openedAt > lifetimeMs) return end(connection);
    ask(connection, { text: 'select 1', query_timeout: QUIET_MS } as pg.QueryConfig).catch(() => {});
  };
  const checks = setInterval(() => connections.forEach(check), QUIET_MS).unref();

  return {
    run: <Row extends object>(query: pg.QueryConfig, key: string) => {
      const connection = connectionOfThisTick(key);
      if (!connection || connection.waiting >= MOST_WAITING) return undefined;
      connection.usedAt = performance.now();
      return ask<Row>(connection, query);
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

function sendTogether(connection: PipelinedClient): void {
  if (connection.isSending) return;
  connection.isSending = true;
  const { stream } = (
    connection.client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }
  ).connection;
  stream.cork();
  setImmediate(() => {
    connection.isSending = false;
    stream.uncork();
  });
}

interface Corkable {
  cork(): void;
  uncork(): void;
}
