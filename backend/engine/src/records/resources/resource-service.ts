import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';
import type { Compilable } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { ExecutionMode } from '#backend/database/query.ts';
import { entitiesOf } from '#backend/database/typed-entities.ts';
import { noWriteEvents, type WriteEvents } from '#backend/database/write-events.ts';
import { type Actor, roleKey } from '#backend/kernel/http/actor.ts';
import type { FileUrls } from '#backend/records/files/signed-url.ts';
import { toReadError } from './database-errors.ts';
import type { ConfigEntities, HooksByResource, ResourceHooks } from './hooks.ts';
import type { CountCache } from './query/count.ts';
import { createProjection, type Projection, type ShownFields } from './query/projection.ts';
import { defaultRows, type Rows } from './query/scope.ts';
import { type CompiledStatement, StatementCache } from './query/sql-fragment.ts';

/** Per-resource service shared by all operations. */
export interface ResourceService {
  readonly resource: Resource;
  readonly resources: AllResources;
  readonly database: Database;
  readonly entities: ConfigEntities;
  readonly counts: Pick<CountCache, 'get' | 'drop'>;
  readonly hooks: ResourceHooks;
  /** Announces the writes of all resources to their `afterCommit` hooks. */
  readonly events: WriteEvents;
  /** Signs the addresses of files. */
  readonly fileUrls: FileUrls;
  /** Runs a read of this resource's table. Throws database errors as ApiErrors, or as UnreadableRecord. */
  query<Row extends object>(query: Compilable<Row> | CompiledStatement, mode: ExecutionMode): Promise<Row[]>;
  /** Returns the projection for a user, or for the server itself, of the live rows by default. */
  projection(actor: Actor, rows?: Rows, shown?: ShownFields): Projection;
  /** Returns the service of another resource. */
  serviceOf(name: string): ResourceService;
}

/** The services of all resources, by name. */
export type ResourceServices = ReadonlyMap<string, ResourceService>;

/** Creates the service of each resource. */
export function createResourceServices(
  parts: Pick<ResourceService, 'resources' | 'database' | 'counts' | 'fileUrls'> & {
    readonly hooks?: HooksByResource;
    readonly events?: WriteEvents;
  },
): ResourceServices {
  const { database, resources, hooks = {}, events = noWriteEvents } = parts;
  // Hooks are written for the project's config, so they get the entities with its types; tests have other
  // configs.
  const entities = entitiesOf<AllResources>(database, resources) as ConfigEntities;
  const serviceOf = (name: string): ResourceService => services.get(name)!;
  const services = new Map(
    Object.values(resources).map((resource): [string, ResourceService] => [
      resource.name,
      createResourceService({
        ...parts,
        events,
        entities,
        resource,
        serviceOf,
        hooks: hooks[resource.name] ?? {},
      }),
    ]),
  );
  return services;
}

function createResourceService(parts: Omit<ResourceService, 'projection' | 'query'>): ResourceService {
  const projections = new Map<string, Projection>();
  // Users of one role share the texts of statements, even if each of them has a separate projection.
  const texts = new Map<string, StatementCache>();
  const { database, resource, resources, fileUrls } = parts;
  return {
    ...parts,
    query: async (query, mode) => {
      const { sql, parameters } = 'sql' in query ? query : query.compile();
      try {
        return await database.query({ sql, parameters, mode, table: resource.table });
      } catch (error) {
        throw toReadError(error, resource);
      }
    },
    projection: (actor, rows, shown = 'all') => {
      const key = `${roleKey(actor)} ${rows ?? ''} ${shown}`;
      const known = projections.get(key);
      if (known && !known.isPersonal) return known;
      const statements = texts.get(key) ?? new StatementCache();
      texts.set(key, statements);
      const viewed = { resource, actor, resources, fileUrls, rows: rows ?? defaultRows(actor) };
      const created = createProjection(database, { ...viewed, shown, statements });
      projections.set(key, created);
      return created;
    },
  };
}
