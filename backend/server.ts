import type { Request, Response } from 'express';
import { createApp } from './app.ts';
import { type Auth, createAuth } from './auth/auth.ts';
import type { Database } from './database/connection.ts';
import { lastResort } from './http/errors.ts';
import type { Port } from './listen.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import type { Frontend } from './pages/page.ts';
import { Totals } from './resources/totals.ts';
import type { Settings } from './settings.ts';

/** A server that answers requests. */
export interface RunningServer {
  readonly auth: Auth;
  readonly mailer: Mailer;
  /** Takes no more requests, finishes those under way, then sends the last mails. The database stays open. */
  close(): Promise<void>;
}

/** Puts the application together and lets it answer the requests to a port. */
export function serve(parts: {
  port: Port;
  settings: Settings;
  database: Database;
  frontend: Frontend;
  checkAnswers?: boolean;
}): RunningServer {
  const { port, settings, database, frontend, checkAnswers = false } = parts;
  const mailer = createMailer(settings);
  const totals = new Totals(database);
  const auth = createAuth({ settings, database, mailer, totals });
  const app = createApp({ settings, database, auth, mailer, totals, frontend, checkAnswers });
  port.answerWith((req, res) => app(req as Request, res as Response, lastResort(res)));
  return {
    auth,
    mailer,
    close: async () => {
      await port.close();
      await mailer.close();
    },
  };
}
