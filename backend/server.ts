import type { Request, Response } from 'express';
import { createRights } from '#contract/rights.ts';
import type { Resource } from '#contract/schema/index.ts';
import { createApp } from './app.ts';
import { type Auth, authTables, createAuth } from './auth/auth.ts';
import { mailQuotas } from './auth/codes/mail-quotas.ts';
import { authPlugins } from './auth-plugins.ts';
import type { Database } from './database/connection.ts';
import { sendInternalError } from './http/errors.ts';
import type { Listener } from './listener.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import type { Frontend } from './page-shell/page.ts';
import { CountCache } from './resources/query/count-cache.ts';
import type { Settings } from './settings.ts';
import { createInviteUser } from './users/invite-user.ts';
import { requireDeletable } from './users/policy.ts';

/** A server that handles requests. */
export interface RunningServer {
  readonly auth: Auth;
  readonly mailer: Mailer;
  /**
   * Stops accepting requests, finishes pending ones, then sends the queued mails. The database stays open.
   * `lingers`: see Listener.
   */
  close(options?: { readonly lingers?: boolean }): Promise<void>;
}

/** Creates the application and makes it the handler of a listener. */
export function serve(given: {
  port: Listener;
  settings: Settings;
  database: Database;
  frontend: Frontend;
  resources: Readonly<Record<string, Resource>>;
  checkResponses?: boolean;
}): RunningServer {
  const { port, settings, database, frontend, resources, checkResponses = false } = given;
  const mailer = createMailer(settings);
  const counts = new CountCache(database);
  const rights = createRights(resources);
  const tables = authTables(database);
  const quotas = mailQuotas({ database, settings });
  const invite = createInviteUser({ mailer, quotas, read: database.query, settings });
  const plugins = authPlugins({ settings, database, tables, mailer, counts, rights, quotas, invite });
  const auth = createAuth({ settings, tables, plugins, beforeDeleteUser: requireDeletable });
  const parts = {
    settings,
    database,
    auth,
    mailer,
    counts,
    invite,
    frontend,
    resources,
    rights,
    checkResponses,
  };
  const app = createApp(parts);
  port.setHandler((req, res) => app(req as Request, res as Response, sendInternalError(res)));
  return {
    auth,
    mailer,
    close: async (options) => {
      await port.close(options);
      await mailer.close();
    },
  };
}
