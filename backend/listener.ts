import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from './settings.ts';

const IDLE_CHECK_MS = 50;
/** What was sent at the last moment is here by then. */
const LAST_REQUEST_MS = 500;

/** A port that is ours. */
export interface Listener {
  /** Its number, also when it was left to the system to choose. */
  readonly number: number;
  /** For whoever needs more of it than requests. */
  readonly server: Server;
  /** Says who answers the requests; those that came before have waited. */
  setHandler(handler: RequestListener): void;
  /**
   * Takes no more connections and waits for the requests under way. With `lingers`, connections that are kept alive may
   * still be used for as long as their answers have said, and each closes after its next answer: a client that is just
   * sending a request would otherwise find its connection reset.
   */
  close(options?: { readonly lingers?: boolean }): Promise<void>;
}

/** An address family that this machine does not have, such as IPv6 in many containers. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** How often a free port is looked for that is free on every address. */
const PORT_TRIES = 20;

/**
 * Takes the port that the settings name, on each of their addresses that this machine has; without any, on all.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot be had.
 */
export async function listen({ port, hosts }: Pick<Settings, 'port' | 'hosts'>): Promise<Listener> {
  const { promise: handler, resolve: handle } = Promise.withResolvers<RequestListener>();
  const server = createServer((req, res) => void handler.then((answer) => answer(req, res)));
  const others = await listenOnAll(server, { port, hosts: hosts ?? [undefined] });
  return {
    server,
    number: (server.address() as AddressInfo).port,
    setHandler(answer) {
      server.removeAllListeners('request').on('request', answer);
      handle(answer);
    },
    async close({ lingers = false } = {}) {
      let open = 1 + others.length;
      server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
      // http's own close() ends idle connections at once, also one on which a request is on its way.
      for (const each of [server, ...others])
        NetServer.prototype.close.call(each, () => {
          open -= 1;
        });
      const kept = performance.now() + (lingers ? server.keepAliveTimeout + LAST_REQUEST_MS : 0);
      while (open > 0) {
        // A connection that was busy when the server closed is idle after its answer, and would stay open.
        if (performance.now() >= kept) server.closeIdleConnections();
        await wait(IDLE_CHECK_MS);
      }
      // Ends what http still does from time to time for the connections that it had.
      server.close(() => {});
    },
  };
}

type Hosts = readonly (string | undefined)[];

/** Listens with the server itself on the first address there is; returns what hands it the connections to the others. */
async function listenOnAll(
  server: Server,
  { port, hosts }: { port: number; hosts: Hosts },
  tries = PORT_TRIES,
): Promise<NetServer[]> {
  const opened: NetServer[] = [];
  let taken = port;
  for (const host of hosts) {
    const next = opened.length === 0 ? server : forwarderTo(server);
    try {
      await listening(next, { port: taken, host });
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

/** One HTTP server for several addresses, so that whoever needs more of it than requests has to know only one. */
function forwarderTo(server: Server): NetServer {
  return createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
}

function listening(server: NetServer, { port, host }: { port: number; host: string | undefined }) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host && { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
