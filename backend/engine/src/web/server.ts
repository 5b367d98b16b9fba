import { createRights, rolesOf } from '#contract/rights.ts';
import type { Resource } from '#contract/schema/index.ts';
import { type AppParts, createApp } from './app.ts';
import { type Auth, authTables, createAuth } from './auth/auth.ts';
import { actorOfCall } from './auth/call-actor.ts';
import { mailQuotas } from './auth/codes/mail-quotas.ts';
import { authSecret } from './auth/secret.ts';
import { authPlugins } from './auth-plugins.ts';
import type { Database } from './database/connection.ts';
import { composeHooks } from './extend/compose-hooks.ts';
import { createAppTools } from './extend/create-app-tools.ts';
import { ExtensionJobs } from './extend/extension-jobs.ts';
import { type Extensions, noExtensions } from './extend/load-extensions.ts';
import { createFileUrls } from './files/signed-url.ts';
import { createStorage } from './files/storage/storage.ts';
import { sweepFiles } from './files/sweep.ts';
import { pruneHistory } from './history/prune-history.ts';
import { everyHour } from './jobs/every-hour.ts';
import { JobQueue } from './jobs/job-queue.ts';
import type { Listener } from './listener.ts';
import { logger } from './logging/logger.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import type { Frontend } from './page-shell/page.ts';
import { pruneIdempotencyKeys } from './resources/operations/once.ts';
import { CountCache } from './resources/query/count.ts';
import { createResourceServices } from './resources/resource-service.ts';
import type { Settings } from './settings/settings.ts';
import { createInviteUser } from './users/invite-user.ts';
import { limitInvitations } from './users/limit-invitations.ts';
import { requireDeletable } from './users/policy.ts';
import { userHooks } from './users/resource-hooks.ts';
import { EventDeliveries } from './write-events/event-deliveries.ts';

/** A server that handles requests. */
export interface RunningServer {
  readonly auth: Auth;
  readonly mailer: Mailer;
  /** Starts with the first job that is added here; `start` runs those that other servers have added. */
  readonly queue: JobQueue;
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
  extensions?: Extensions;
  developerRoutes?: AppParts['developerRoutes'];
}): RunningServer {
  const { port, settings, database, frontend, resources, checkResponses = false } = given;
  const { extensions = noExtensions } = given;
  const mailer = createMailer(settings);
  const counts = new CountCache(database);
  const queue = new JobQueue(database);
  const storage = createStorage(settings);
  const rights = createRights(resources);
  const roles = rolesOf(resources);
  const tables = authTables(database);
  const quotas = mailQuotas({ database, settings });
  const invite = createInviteUser({ mailer, quotas, read: database.query, settings });
  const ownHooks = userHooks({ invite, limit: limitInvitations(settings), roles, resources });
  const hooks = { ...extensions.hooks, users: composeHooks(ownHooks, extensions.hooks.users) };
  const events = new EventDeliveries({ database, hooks });
  const urls = createFileUrls(authSecret(settings));
  const services = createResourceServices({ resources, database, counts, hooks, events, fileUrls: urls });
  const jobs = new ExtensionJobs(queue, extensions.jobs);
  const tools = createAppTools({ database, services, mailer, jobs });
  jobs.register(tools);
  const plugins = authPlugins({
    ...{ settings, database, tables, mailer, counts, events, resources, rights, roles, quotas, services },
  });
  const auth = createAuth({
    ...{ settings, roles, tables, plugins },
    beforeDeleteUser: (db, user) => requireDeletable(db, { actor: actorOfCall(), user, resources }),
  });
  const parts = {
    settings,
    database,
    auth,
    mailer,
    counts,
    queue,
    services,
    urls,
    storage,
    tools,
    extensions: extensions.endpoints,
    frontend,
    resources,
    rights,
    checkResponses,
    developerRoutes: given.developerRoutes,
  };
  const app = createApp(parts);
  const pruning = pruneHistory(database, settings);
  events.start(services, tools);
  const sweeping = everyHour('sweeping files', (signal) =>
    sweepFiles({ database, storage, resources, historyDays: settings.historyDays, signal }),
  );
  const pruningKeys = everyHour('deleting idempotency keys', () => pruneIdempotencyKeys(database));
  storage.check().catch((error) => logger.error({ err: error }, 'files cannot be kept'));
  port.setHandler(app);
  return {
    auth,
    mailer,
    queue,
    close: async (options) => {
      await port.close(options);
      await Promise.all([queue.stop(), events.stop()]);
      await pruning.stop();
      await sweeping.stop();
      await pruningKeys.stop();
      await mailer.close();
    },
  };
}
