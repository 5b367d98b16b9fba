import pg from 'pg';

/** Enough to keep as many of the server's processors busy with reads that take a fraction of a millisecond. */
const LANES = 3;

interface Lane {
  readonly client: pg.Client;
  readonly connected: Promise<unknown>;
  isSending: boolean;
}

/** Runs short statements; `close` waits for those under way. */
export interface Lanes {
  run<Row extends object>(query: pg.QueryConfig): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * A few connections that short reads share: the next statement is sent before the last one is answered, and all that
 * one turn of the event loop asks for goes out in one piece. Writing to sockets is most of what a read costs, on
 * both sides. A slow statement would hold up the ones behind it, so only short ones may go here.
 */
export function openLanes(options: pg.ClientConfig): Lanes {
  const lanes: Lane[] = [];
  let turn = 0;
  let isTaken = false;

  const open = (index: number): Lane => {
    const client = new pg.Client({ ...options, pipeline: true });
    const lane: Lane = { client, connected: client.connect(), isSending: false };
    const forget = () => {
      if (lanes[index] === lane) delete lanes[index];
    };
    // A lost connection fails what it was asked; the next read opens another.
    client.on('error', forget).on('end', forget);
    lane.connected.catch(forget);
    lanes[index] = lane;
    return lane;
  };

  /** One lane for all reads of a turn, so that they go out together; the next turn takes the next. */
  const laneOfThisTurn = (): Lane => {
    if (!isTaken) {
      isTaken = true;
      turn = (turn + 1) % LANES;
      setImmediate(() => {
        isTaken = false;
      });
    }
    return lanes[turn] ?? open(turn);
  };

  const sendTogether = (lane: Lane): void => {
    if (lane.isSending) return;
    lane.isSending = true;
    const { stream } = (
      lane.client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }
    ).connection;
    stream.cork();
    setImmediate(() => {
      lane.isSending = false;
      stream.uncork();
    });
  };

  return {
    run: async <Row extends object>(query: pg.QueryConfig) => {
      const lane = laneOfThisTurn();
      await lane.connected;
      sendTogether(lane);
      return (await lane.client.query<Row>(query)).rows;
    },
    close: async () => {
      await Promise.all(lanes.map(({ client }) => client.end()));
    },
  };
}

interface Corkable {
  cork(): void;
  uncork(): void;
}
