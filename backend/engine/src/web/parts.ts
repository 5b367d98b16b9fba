import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { authTables } from '#backend/access/auth/auth.ts';
import { mailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import { authSecret } from '#backend/access/auth/secret.ts';
import type { Database } from '#backend/database/connection.ts';
import { createAppTools } from '#backend/extend/create-app-tools.ts';
import { EventDeliveries } from '#backend/extend/event-deliveries.ts';
import { composeHooks } from '#backend/extend/hooks.ts';
import { ExtensionJobs } from '#backend/extend/jobs.ts';
import { type Extensions, noExtensions } from '#backend/extend/load-extensions.ts';
import type { BatchSizes } from '#backend/features/batches/select-records.ts';
import { userHooks } from '#backend/features/users/resource-hooks.ts';
import { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { createMailer } from '#backend/kernel/mail/mailer.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { createFileUrls } from '#backend/records/files/signed-url.ts';
import { createStorage } from '#backend/records/files/storage/storage.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import { createResourceServices } from '#backend/records/resources/resource-service.ts';
import type { Frontend } from './page-shell/page.ts';

/** What a server is made from. */
export interface GivenParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly frontend: Frontend;
  readonly resources: AllResources;
  readonly extensions?: Extensions;
  /** How writes of many records are divided: for tests, which have few. */
  readonly batchSizes?: BatchSizes | undefined;
  /** Also validates the responses of the resource endpoints against the contract: for tests. */
  readonly checkResponses?: boolean;
}

/** What sign-in and the application are connected from. */
export type Parts = ReturnType<typeof createParts>;

/** Creates what sign-in and the application share. Nothing runs yet. */
export function createParts({ extensions = noExtensions, checkResponses = false, ...given }: GivenParts) {
  const { settings, database, resources } = given;
  const mailer = createMailer(settings);
  const counts = new CountCache(database);
  const queue = new JobQueue(database);
  const roles = rolesOf(resources);
  const quotas = mailQuotas(database, settings);
  const ownHooks = userHooks({ mailer, quotas, database, settings, roles, resources });
  const hooks = { ...extensions.hooks, users: composeHooks(ownHooks, extensions.hooks.users) };
  const events = new EventDeliveries({ database, hooks });
  const urls = createFileUrls(authSecret(settings));
  const services = createResourceServices({ resources, database, counts, hooks, events, fileUrls: urls });
  const jobs = new ExtensionJobs(queue);
  const tools = createAppTools({ database, services, mailer, jobs });
  jobs.register(extensions.jobs, tools);
  return {
    ...given,
    checkResponses,
    /** The endpoints of extensions; `tools` creates their tools. */
    extensions: extensions.endpoints,
    tools,
    mailer,
    counts,
    queue,
    roles,
    /** The access rights of each role, including those on resources. */
    rights: createRights(resources),
    quotas,
    events,
    /** Signs the addresses of files. */
    urls,
    storage: createStorage(settings),
    services,
    /** The tables in the types of better-auth. */
    tables: authTables(database),
  };
}
