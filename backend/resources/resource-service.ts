import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Resource } from '#contract/schema/index.ts';
import type { HooksByResource, ResourceHooks } from './hooks.ts';
import { toApiError } from './operations/database-errors.ts';
import type { Insertion } from './operations/insert-with-history.ts';
import type { CountCache } from './query/count-cache.ts';
import type { ListParams } from './query/filters.ts';
import type { AllResources, Viewer } from './query/labels.ts';
import {
  compileStatement,
  type PreparedStatement,
  param,
  StatementCache,
} from './query/prepared-statements.ts';
import { createProjection, type Projection } from './query/projection.ts';

/** A list's query together with the cursor's values, where it goes on from one. */
export interface PageParams extends ListParams {
  readonly after: readonly unknown[];
}

/** One resource at work: what its verbs share. */
export interface ResourceService {
  readonly resource: Resource;
  readonly resources: AllResources;
  readonly database: Database;
  readonly counts: CountCache;
  readonly hooks: ResourceHooks;
  /** Reads like the database does, but says what its refusals mean to a caller. */
  readonly query: Database['query'];
  /** What a role sees of the resource, or the server itself. */
  queries(viewer: Viewer): RoleQueries;
  /** The service of another resource. */
  beside(name: string): ResourceService;
}

/** A role's view with its statements. */
export interface RoleQueries extends Projection {
  /** Selects one record by its id. */
  readonly findOne: PreparedStatement<{ id: string }>;
  /** The same, and keeps it from being changed until the transaction ends. */
  readonly findOneForUpdate: PreparedStatement<{ id: string }>;
  readonly lists: StatementCache<PageParams>;
  readonly counts: StatementCache<PageParams>;
  readonly insertions: StatementCache<Insertion>;
}

/** The service of every resource, by name. */
export type ResourceServices = ReadonlyMap<string, ResourceService>;

/** Sets up a service for each resource: one for all who serve its records, so that its statements are made once. */
export function createResourceServices(
  parts: Pick<ResourceService, 'resources' | 'database' | 'counts'> & { readonly hooks?: HooksByResource },
): ResourceServices {
  const { resources, database, counts, hooks = {} } = parts;
  const beside = (name: string): ResourceService => services.get(name)!;
  const services = new Map(
    Object.values(resources).map((resource): [string, ResourceService] => [
      resource.name,
      createResourceService({
        resource,
        resources,
        database,
        counts,
        hooks: hooks[resource.name] ?? {},
        beside,
      }),
    ]),
  );
  return services;
}

/** Sets up what the verbs of a resource share. */
function createResourceService(parts: Omit<ResourceService, 'queries' | 'query'>): ResourceService {
  const views = new Map<Viewer, RoleQueries>();
  const { database, resource, resources } = parts;
  return {
    ...parts,
    query: async (statement) => {
      try {
        return await database.query({ ...statement, table: resource.table });
      } catch (error) {
        throw toApiError(error, { resource, viewer: 'server' });
      }
    },
    queries: (viewer) => {
      const known = views.get(viewer);
      if (known) return known;
      const view = createProjection(database, { resource, viewer, resources });
      const one = view.select().where(
        sql.ref('record.id'),
        '=',
        param<{ id: string }>(({ id }) => id),
      );
      const made: RoleQueries = {
        ...view,
        findOne: compileStatement(one, 'quick'),
        findOneForUpdate: compileStatement(one.forUpdate(['record']), 'prepared'),
        lists: new StatementCache(),
        counts: new StatementCache(),
        insertions: new StatementCache(),
      };
      views.set(viewer, made);
      return made;
    },
  };
}
