import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, type Frontend } from './app.ts';
import { type Auth, createAuth } from './auth/auth.ts';
import type { Database } from './database/connection.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import type { Settings } from './settings.ts';

/** A server that answers requests. */
export interface RunningServer {
  readonly auth: Auth;
  readonly mailer: Mailer;
  /** Takes no more requests, finishes those under way, then sends the last mails. The database stays open. */
  close(): Promise<void>;
}

/** Listens on the address the settings name and returns the server, whose requests nobody answers yet. */
export async function listen({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host && { host }) }, () => resolve());
  });
  return server;
}

/** The port a server listens on, also when it was left to the system to choose. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Puts the application together and lets it answer a server's requests. */
export function serve(parts: {
  server: Server;
  settings: Settings;
  database: Database;
  frontend: Frontend;
}): RunningServer {
  const { server, settings, database, frontend } = parts;
  const mailer = createMailer(settings);
  const auth = createAuth({ settings, database, mailer });
  server.on('request', createApp({ settings, database, auth, mailer, frontend }));
  return {
    auth,
    mailer,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
      await mailer.close();
    },
  };
}
