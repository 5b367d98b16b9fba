import { listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import type { AllResources, Role } from '@bindery/contract/schema/index.ts';
import type { z } from 'zod';
import { createFileUrls } from '#backend/records/files/signed-url.ts';
import type { RecordValues, ResourceHooks } from '#backend/records/resources/hooks.ts';
import { type ListPage, list } from '#backend/records/resources/operations/list.ts';
import { create } from '#backend/records/resources/operations/write-record.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import type { RecordJson } from '#backend/records/resources/query/projection.ts';
import { createResourceServices, type ResourceService } from '#backend/records/resources/resource-service.ts';
import { freshDatabase } from '#backend/testing/database.ts';
import { actorWith } from './actors.ts';

/** Signs addresses of files that no server serves. */
export const FILE_URLS = createFileUrls('a secret of the tests');

/** The admin who writes in tests without users. */
export const ACTOR = actorWith();

/** A resource service with a separate database: the resource's endpoints without the HTTP server. */
export interface ResourceFixture extends ServiceFixture {
  /** Returns the fixture of another resource in the same database. */
  beside(name: string): ServiceFixture;
  /** Returns a fixture of the resource in the same database with other hooks. */
  withHooks(hooks: ResourceHooks): ServiceFixture;
  close(): Promise<void>;
}

/** Calls the service of one resource. */
export interface ServiceFixture {
  readonly service: ResourceService;
  /** Queries the list with the parameters of a query string. */
  list(query?: QueryParameters, role?: Role): Promise<ListPage>;
  /** Creates a record from a request body. */
  add(record: Record<string, unknown>): Promise<RecordJson>;
}

/** The parameters of a query string. */
export type QueryParameters = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

const asStrings = (query: QueryParameters) =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );

/** Creates the tables of some resources and the service of one of them. */
export async function createResourceFixture(
  resources: AllResources,
  { name, hooks = {} }: { name: string; hooks?: ResourceHooks },
): Promise<ResourceFixture> {
  const { database, drop } = await freshDatabase(resources);
  const counts = new CountCache(database);
  const servicesWith = (own: ResourceHooks) =>
    createResourceServices({
      resources,
      database,
      counts,
      fileUrls: FILE_URLS,
      hooks: { [name]: own },
    });
  const services = servicesWith(hooks);
  const at = (of: string) => serviceFixture(services.get(of)!);
  return {
    ...at(name),
    beside: at,
    withHooks: (own) => serviceFixture(servicesWith(own).get(name)!),
    close: drop,
  };
}

function serviceFixture(service: ResourceService): ServiceFixture {
  const schema = listQueryOf(service.resource);
  const incoming = schemasOf(service.resource).create as z.ZodType<RecordValues>;
  return {
    service,
    list: async (query = {}, role = 'admin') =>
      list(service, { query: schema.parse(asStrings(query)), actor: { ...ACTOR, role } }),
    add: async (record) => create(service, { values: incoming.parse(record), actor: ACTOR }),
  };
}
