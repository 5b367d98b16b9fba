import type { Router } from 'express';
import { type Auth, createAuth } from '#backend/access/auth/auth.ts';
import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import { pruneHistory } from '#backend/features/history/prune-history.ts';
import { requireDeletable } from '#backend/features/users/policy.ts';
import type { Listener } from '#backend/kernel/http/listener.ts';
import { everyHour } from '#backend/kernel/jobs/every-hour.ts';
import type { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { logger } from '#backend/logging/logger.ts';
import { sweepFiles } from '#backend/records/files/sweep.ts';
import { pruneIdempotencyKeys } from '#backend/records/resources/write/idempotency-key.ts';
import { type AppParts, createApp } from './app.ts';
import { authPlugins } from './auth-plugins.ts';
import { createParts, type GivenParts } from './parts.ts';

/** A server that handles requests. */
export interface RunningServer {
  readonly auth: Auth;
  readonly mailer: Mailer;
  /** Starts with the first job added here; `start` runs those that other servers have added. */
  readonly queue: JobQueue;
  /**
   * Stops accepting requests, finishes pending ones, then sends the queued emails. The database stays open.
   * `lingerMs`: see Listener.
   */
  close(options?: { readonly lingerMs?: number }): Promise<void>;
}

/** The parts of a server with the port that it listens at. */
export interface ServerOptions extends GivenParts {
  readonly port: Listener;
  /** Creates the routes that exist during development only. */
  readonly developerRoutes?: ((parts: AppParts) => Router) | undefined;
}

/** Creates the application and makes it the handler of a listener. */
export function serve({ port, developerRoutes, ...given }: ServerOptions): RunningServer {
  const parts = createParts(given);
  const { settings, database, resources, mailer, queue, events, storage, services, tools } = parts;
  const auth = createAuth({
    ...parts,
    plugins: authPlugins(parts),
    requireDeletable: (db, user) => requireDeletable(db, { actor: actorOfCall(), user, resources }),
  });
  const app = createApp({ ...parts, auth }, developerRoutes);
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
      await Promise.all([queue, events, pruning, sweeping, pruningKeys].map((work) => work.stop()));
      await mailer.close();
    },
  };
}
