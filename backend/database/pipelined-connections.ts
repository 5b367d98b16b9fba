import pg from 'pg';
import { destroyConnection } from './frozen-connections.ts';
import { isReadTimeout } from './connection-errors.ts';

/** Enough to keep as many of the server's processors busy with reads that take a fraction of a millisecond. */
const LANES_A_KEY = 3;
/** For all keys together. */
const MOST_LANES = 8;
/** What waits in one lane, at most: whatever holds up the first holds up all of them. */
const MOST_WAITING = 24;
/** A lane from which nothing was heard for so long is asked whether it is still there. */
const QUIET_MS = 2_000;
/** A lane that nobody has used for so long is closed, to leave its connection to others. */
const UNUSED_MS = 60_000;

interface Lane {
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
export interface Lanes {
  /** Undefined where there is no room in the lanes of a key: the statement is to take another way. */
  run<Row extends object>(query: pg.QueryConfig, key: string): Promise<Row[]> | undefined;
  /** Replaces the connections that nobody uses at the moment. */
  discardIdle(): void;
  close(): Promise<void>;
}

interface Options {
  readonly client: pg.ClientConfig;
  readonly lifetimeMs: number;
  /** Called when a lane has frozen: other connections may have, too. */
  readonly onFrozen: () => void;
}

/**
 * A few connections that short reads share: the next statement is sent before the last one is answered, and all that
 * one turn of the event loop asks for goes out in one piece. Writing to sockets is most of what a read costs, on
 * both sides. A slow statement holds up the ones behind it: so only short ones may go here, and each table has lanes
 * of its own, lest a locked one hold up the others.
 */
export function openLanes({ client: options, lifetimeMs, onFrozen }: Options): Lanes {
  const lanes = new Set<Lane>();
  const taken = new Map<string, Lane>();
  let closed = false;

  const open = (key: string): Lane => {
    const client = new pg.Client({ ...options, pipeline: true });
    const now = performance.now();
    const connected = client.connect();
    const times = { openedAt: now, usedAt: now, heardAt: now };
    const lane: Lane = { key, client, connected, ...times, waiting: 0, isSending: false };
    // A lost connection fails what it was asked; the next read opens another.
    const forget = () => lanes.delete(lane);
    client.on('error', forget).on('end', forget);
    connected.catch(forget);
    lanes.add(lane);
    return lane;
  };

  /** One lane for all reads of a turn, so that they go out together; the next turn takes another if that one is busy. */
  const laneOfThisTurn = (key: string): Lane | undefined => {
    const known = taken.get(key);
    if (known && lanes.has(known)) return known;
    const own = [...lanes].filter((lane) => lane.key === key);
    let lane = own.find(({ waiting }) => waiting === 0);
    if (!lane && own.length < LANES_A_KEY && lanes.size < MOST_LANES) lane = open(key);
    lane ??= own.toSorted((a, b) => a.waiting - b.waiting)[0];
    if (!lane) return undefined;
    taken.set(key, lane);
    setImmediate(() => taken.delete(key));
    return lane;
  };

  const discard = (lane: Lane) => {
    lanes.delete(lane);
    destroyConnection(lane.client);
  };

  const ask = async <Row extends object>(lane: Lane, query: pg.QueryConfig): Promise<Row[]> => {
    lane.waiting++;
    try {
      await lane.connected;
      sendTogether(lane);
      const { rows } = await lane.client.query<Row>(query);
      lane.heardAt = performance.now();
      return rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError) lane.heardAt = performance.now();
      else if (isReadTimeout(error) && lanes.has(lane)) {
        discard(lane);
        if (!closed) onFrozen();
      }
      throw error;
    } finally {
      lane.waiting--;
    }
  };

  const end = (lane: Lane) => {
    lanes.delete(lane);
    void lane.client.end().catch(() => {});
  };

  /** Looks after the lanes that nothing was heard from: a frozen connection says nothing of it by itself. */
  const check = (lane: Lane) => {
    const now = performance.now();
    if (lane.waiting > 0 || now - lane.heardAt < QUIET_MS) return;
    if (now - lane.usedAt > UNUSED_MS || now - lane.openedAt > lifetimeMs) return end(lane);
    ask(lane, { text: 'select 1', query_timeout: QUIET_MS } as pg.QueryConfig).catch(() => {});
  };
  const checks = setInterval(() => lanes.forEach(check), QUIET_MS).unref();

  return {
    run: <Row extends object>(query: pg.QueryConfig, key: string) => {
      const lane = laneOfThisTurn(key);
      if (!lane || lane.waiting >= MOST_WAITING) return undefined;
      lane.usedAt = performance.now();
      return ask<Row>(lane, query);
    },
    discardIdle: () => {
      for (const lane of lanes) if (lane.waiting === 0) discard(lane);
    },
    close: async () => {
      closed = true;
      clearInterval(checks);
      await Promise.all([...lanes].map(({ client }) => client.end()));
    },
  };
}

function sendTogether(lane: Lane): void {
  if (lane.isSending) return;
  lane.isSending = true;
  const { stream } = (lane.client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } })
    .connection;
  stream.cork();
  setImmediate(() => {
    lane.isSending = false;
    stream.uncork();
  });
}

interface Corkable {
  cork(): void;
  uncork(): void;
}
