import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from './settings.ts';

const IDLE_CHECK_MS = 50;
/** What was sent at the last moment is here by then. */
const LAST_REQUEST_MS = 500;

/** A port that is ours. */
export interface Port {
  /** Its number, also when it was left to the system to choose. */
  readonly number: number;
  /** For whoever needs more of it than requests. */
  readonly server: Server;
  /** Says who answers the requests; those that came before have waited. */
  answerWith(handler: RequestListener): void;
  /**
   * Takes no more connections and waits for the requests under way. With `lingers`, connections that are kept alive may
   * still be used for as long as their answers have said, and each closes after its next answer: a client that is just
   * sending a request would otherwise find its connection reset.
   */
  close(options?: { readonly lingers?: boolean }): Promise<void>;
}

/**
 * Takes the port that the settings name.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot be had.
 */
export async function listen({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<Port> {
  const { promise: handler, resolve: handle } = Promise.withResolvers<RequestListener>();
  const server = createServer((req, res) => void handler.then((answer) => answer(req, res)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host && { host }) }, () => resolve());
  });
  return {
    server,
    number: (server.address() as AddressInfo).port,
    answerWith(answer) {
      server.removeAllListeners('request').on('request', answer);
      handle(answer);
    },
    async close({ lingers = false } = {}) {
      let open = true;
      server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
      // http's own close() ends idle connections at once, also one on which a request is on its way.
      TcpServer.prototype.close.call(server, () => {
        open = false;
      });
      const kept = performance.now() + (lingers ? server.keepAliveTimeout + LAST_REQUEST_MS : 0);
      while (open) {
        // A connection that was busy when the server closed is idle after its answer, and would stay open.
        if (performance.now() >= kept) server.closeIdleConnections();
        await wait(IDLE_CHECK_MS);
      }
      // Ends what http still does from time to time for the connections that it had.
      server.close(() => {});
    },
  };
}
