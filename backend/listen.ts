import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
    async close() {
      let open = true;
      server.close(() => {
        open = false;
      });
      // A connection that was busy when the server closed is idle after its answer, and would stay open.
      while (open) {
        server.closeIdleConnections();
        await wait(IDLE_CHECK_MS);
      }
    },
  };
}
