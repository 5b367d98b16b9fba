import { freshDatabase } from '#backend/testing/database.ts';
import { listQueryOf } from '#contract/resources/list-query.ts';
import { schemasOf } from '#contract/resources/schemas.ts';
import type { Resource, Role } from '#contract/schema/index.ts';
import type { ResourceHooks } from '../resources/hooks.ts';
import { create } from '../resources/operations/create.ts';
import { type ListPage, list } from '../resources/operations/list.ts';
import { CountCache } from '../resources/query/count-cache.ts';
import type { RecordJson } from '../resources/query/projection.ts';
import { createResourceServices, type ResourceService } from '../resources/resource-service.ts';

export const ACTOR = { id: '00000000-0000-7000-8000-000000000001', role: 'admin' } as const;

/** One resource of a test's own at work, on a database of its own: what its endpoints do, without the server. */
export interface ResourceFixture extends ServiceFixture {
  /** Another resource of the same tables. */
  beside(name: string): ServiceFixture;
  close(): Promise<void>;
}

/** What can be asked of one resource. */
export interface ServiceFixture {
  readonly service: ResourceService;
  /** Asks a list what its query string would ask. */
  list(query?: Query, role?: Role): Promise<ListPage>;
  /** Adds a record from what a caller would send. */
  add(record: Record<string, unknown>): Promise<RecordJson>;
}

/** A query string, by parameter. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const asStrings = (query: Query) =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );

/** Makes the tables of some resources and sets one of them to work. */
export async function createResourceFixture(
  resources: Readonly<Record<string, Resource>>,
  { name, hooks = {} }: { name: string; hooks?: ResourceHooks },
): Promise<ResourceFixture> {
  const { database, drop } = await freshDatabase(resources);
  const counts = new CountCache(database);
  const services = createResourceServices({ resources, database, counts, hooks: { [name]: hooks } });
  const at = (of: string) => atDesk(services.get(of)!);
  return { ...at(name), beside: at, close: drop };
}

function atDesk(service: ResourceService): ServiceFixture {
  const schema = listQueryOf(service.resource);
  const { create: incoming } = schemasOf(service.resource);
  return {
    service,
    list: async (query = {}, role = 'admin') =>
      list(service, { query: schema.parse(asStrings(query) as never), role }),
    add: async (record) =>
      create(service, { values: incoming.parse(record) as object as never, actor: ACTOR }),
  };
}
