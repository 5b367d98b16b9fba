import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  Server as NetServer,
  type Socket,
} from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { MAX_QUERY_LENGTH } from '@bindery/contract/records/limits.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** The maximum size of headers and URL: a list's longest query, twice because of the page as referrer. */
const MAX_HEADER_BYTES = 2 * MAX_QUERY_LENGTH + 16_384;

/**
 * How long an idle connection stays usable: longer than proxies keep theirs (nginx and the load balancers of
 * the large clouds: 60 s). Otherwise one of them may send a request just when the server closes.
 */
const KEEP_ALIVE_MS = 75_000;
const IDLE_CHECK_MS = 50;
/** By then, requests sent just before closing have arrived. */
const LAST_REQUEST_MS = 500;

/** An open port. */
export interface Listener {
  /** The port number, even if the system chose it. */
  readonly number: number;
  /** The underlying HTTP server, for example for Vite's WebSocket. */
  readonly server: Server;
  /** Sets the request handler; requests that arrived earlier wait for it. */
  setHandler(handler: RequestListener): void;
  /**
   * Stops accepting connections and waits for pending requests. For `lingerMs`, keep-alive connections stay
   * usable, and each closes after its next response: otherwise a client that is just sending a request would
   * see its connection reset.
   */
  close(options?: { readonly lingerMs?: number }): Promise<void>;
}

/** Error codes for an address family that this machine lacks, such as IPv6 in many containers. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** The maximum number of attempts to find a port that is free on every address. */
const PORT_TRIES = 20;

/**
 * Listens on the configured port, on each configured address of this machine; by default on all addresses.
 * @throws the system's error (EADDRINUSE, EACCES, …) if the port is not available.
 */
export async function listen({ port, hosts }: Pick<Settings, 'port' | 'hosts'>): Promise<Listener> {
  const { promise: handler, resolve: handle } = Promise.withResolvers<RequestListener>();
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (req, res) => void handler.then((listener) => listener(req, res)),
  );
  const others = await listenOnAll(server, { port, hosts: hosts ?? [undefined] });
  return {
    server,
    number: (server.address() as AddressInfo).port,
    setHandler(listener) {
      server.removeAllListeners('request').on('request', listener);
      handle(listener);
    },
    async close({ lingerMs = 0 } = {}) {
      let open = 1 + others.length;
      server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
      const handlePending = lingerMs ? await acceptPending(server, lingerMs) : () => {};
      // http's own close() ends idle connections at once, even while a request is in transit on one.
      for (const each of [server, ...others])
        NetServer.prototype.close.call(each, () => {
          open -= 1;
        });
      handlePending();
      const openUntil = performance.now() + (lingerMs && lingerMs + LAST_REQUEST_MS);
      while (open > 0) {
        // A connection that was busy when the server closed is idle after its response, and would stay open.
        if (performance.now() >= openUntil) server.closeIdleConnections();
        await wait(IDLE_CHECK_MS);
      }
      // Stops http's periodic check of its connections.
      server.close(() => {});
    },
  };
}

/** The event loop accepts one connection per turn, so many can wait while requests keep it busy. */
const QUIET_TURNS = 2;

/**
 * Waits until no connection waits to be accepted, because closing a port resets those that do. Returns at the
 * latest after `maxMs`, as new clients may connect all the time. Requests that arrive
 * meanwhile would keep the event loop from accepting: the returned function handles them.
 */
async function acceptPending(server: Server, maxMs: number): Promise<() => void> {
  const end = performance.now() + maxMs;
  const requests: Parameters<RequestListener>[] = [];
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (...request) => requests.push(request));
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  while (quietTurns < QUIET_TURNS && performance.now() < end) {
    quietTurns += 1;
    await nextTurn();
  }
  server.off('connection', onConnection).removeAllListeners('request');
  for (const handler of handlers) server.on('request', handler);
  return () => {
    for (const request of requests) server.emit('request', ...request);
  };
}

type Hosts = readonly (string | undefined)[];

/**
 * Listens with the server on the first available address; returns servers that listen on the others and pass
 * their connections on to it, so that callers have one server for several addresses.
 */
async function listenOnAll(
  server: Server,
  { port, hosts }: { port: number; hosts: Hosts },
  tries = PORT_TRIES,
): Promise<NetServer[]> {
  const opened: NetServer[] = [];
  const options = { allowHalfOpen: true, noDelay: true };
  const forward = (socket: Socket) => server.emit('connection', socket);
  let taken = port;
  for (const host of hosts) {
    const next = opened.length === 0 ? server : createNetServer(options, forward);
    try {
      await once(next.listen({ port: taken, ...(host && { host }) }), 'listening');
      opened.push(next);
      taken = (next.address() as AddressInfo).port;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isLast = host === hosts.at(-1) && opened.length === 0;
      if (NO_SUCH_ADDRESS.has(code) && !isLast) continue;
      for (const each of opened) await new Promise((resolve) => each.close(resolve));
      // The system chose a port that is free on one address only.
      if (code !== 'EADDRINUSE' || port !== 0 || tries === 0) throw error;
      return listenOnAll(server, { port, hosts }, tries - 1);
    }
  }
  return opened.slice(1);
}
