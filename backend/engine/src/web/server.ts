import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { type Auth, authTables, createAuth } from '#backend/access/auth/auth.ts';
import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import { mailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import { authSecret } from '#backend/access/auth/secret.ts';
import type { Database } from '#backend/database/connection.ts';
import { createAppTools } from '#backend/extend/create-app-tools.ts';
import { EventDeliveries } from '#backend/extend/event-deliveries.ts';
import { composeHooks } from '#backend/extend/hooks.ts';
import { ExtensionJobs } from '#backend/extend/jobs.ts';
import { type Extensions, noExtensions } from '#backend/extend/load-extensions.ts';
import { pruneHistory } from '#backend/features/history/prune-history.ts';
import { createInviteUser, limitInvitations } from '#backend/features/users/invitations.ts';
import { requireDeletable } from '#backend/features/users/policy.ts';
import { userHooks } from '#backend/features/users/resource-hooks.ts';
import type { Listener } from '#backend/kernel/http/listener.ts';
import { everyHour } from '#backend/kernel/jobs/every-hour.ts';
import { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { createMailer, type Mailer } from '#backend/kernel/mail/mailer.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { createFileUrls } from '#backend/records/files/signed-url.ts';
import { createStorage } from '#backend/records/files/storage/storage.ts';
import { sweepFiles } from '#backend/records/files/sweep.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import { createResourceServices } from '#backend/records/resources/resource-service.ts';
import { pruneIdempotencyKeys } from '#backend/records/resources/write/idempotency-key.ts';
import { type AppParts, createApp } from './app.ts';
import { authPlugins } from './auth-plugins.ts';
import type { Frontend } from './page-shell/page.ts';

/** A server that handles requests. */
export interface RunningServer {
  readonly auth: Auth;
  readonly mailer: Mailer;
  /** Starts with the first job added here; `start` runs those that other servers have added. */
  readonly queue: JobQueue;
  /**
   * Stops accepting requests, finishes pending ones, then sends the queued emails. The database stays open.
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
  batchSizes?: AppParts['batchSizes'];
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
    settings,
    database,
    tables,
    mailer,
    counts,
    events,
    resources,
    rights,
    roles,
    quotas,
    services,
  });
  const auth = createAuth({
    settings,
    roles,
    tables,
    plugins,
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
    batchSizes: given.batchSizes,
  };
  const app = createApp(parts);
  const pruning = pruneHistory(database, settings);
  events.start(services, tools);
  const sweeping = everyHour('sweeping files', (signal) =>
    sweepFiles({ database, storage, resources, historyDays: settings.historyDays, signal }),
  );
  const pruningKeys = everyHour('deleting idempotency keys', () => pruneIdempotencyKeys(database));
  storage.check().catch((error) => logger.error({ err: error }, 'files cannot be stored'));
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
