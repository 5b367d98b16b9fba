import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from './settings.ts';

const IDLE_CHECK_MS = 50;

/** A port that is ours. */
export interface Port {
  /** Its number, also when it was left to the system to choose. */
  readonly number: number;
  /** For whoever needs more of it than requests. */
  readonly server: Server;
  /** Says who answers the requests; those that came before have waited. */
  answerWith(handler: RequestListener): void;
  /** Takes no more requests and waits for those under way. */
  close(): Promise<void>;
}

/** An address family that this machine does not have, such as IPv6 in many containers. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** How often a free port is looked for that is free on every address. */
const PORT_TRIES = 20;

/**
 * Takes the port that the settings name, on each of their addresses that this machine has; without any, on all.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot be had.
 */
export async function listen({ port, hosts }: Pick<Settings, 'port' | 'hosts'>): Promise<Port> {
  const { promise: handler, resolve: handle } = Promise.withResolvers<RequestListener>();
  const server = createServer((req, res) => void handler.then((answer) => answer(req, res)));
  const others = await listenOnAll(server, { port, hosts: hosts ?? [undefined] });
  return {
    server,
    number: (server.address() as AddressInfo).port,
    answerWith(answer) {
      server.removeAllListeners('request').on('request', answer);
      handle(answer);
    },
    async close() {
      let open = 1 + others.length;
      for (const each of [server, ...others])
        each.close(() => {
          open -= 1;
        });
      // A connection that was busy when the server closed is idle after its answer, and would stay open.
      while (open > 0) {
        server.closeIdleConnections();
        await wait(IDLE_CHECK_MS);
      }
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
