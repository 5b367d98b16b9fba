import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import type { Database } from '#backend/database/connection.ts';
import { createAppTools } from '#backend/extend/create-app-tools.ts';
import { EventDeliveries } from '#backend/extend/event-deliveries.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import {
  createResourceServices,
  type ResourceServices,
} from '#backend/records/resources/resource-service.ts';
import { FILE_URLS } from './resource-fixture.ts';

/** Delivers the writes of genres to a hook, as a server does, until `events` are stopped. */
export function deliverGenres(
  database: Database,
  afterCommit: (event: { id: string; recordId: string }) => Promise<void>,
): { services: ResourceServices; events: EventDeliveries } {
  const hooks = { genres: { afterCommit } };
  const events = new EventDeliveries({ database, hooks });
  const services = createResourceServices({
    resources: lendingLibrary,
    database,
    counts: new CountCache(database),
    hooks,
    events,
    fileUrls: FILE_URLS,
  });
  const mailer = { post: () => {} };
  events.start(services, createAppTools({ database, services, mailer, jobs: { add: async () => '' } }));
  return { services, events };
}
