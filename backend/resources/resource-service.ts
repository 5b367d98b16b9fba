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

/** The parameters of one page of a list: those of the list, and the cursor's values if there is a cursor. */
export interface PageParams extends ListParams {
  readonly after: readonly unknown[];
}

/** Per-resource service shared by all operations. */
export interface ResourceService {
  readonly resource: Resource;
  readonly resources: AllResources;
  readonly database: Database;
  readonly counts: CountCache;
  readonly hooks: ResourceHooks;
  /** Runs a statement as the database does, but throws database errors as ApiErrors. */
  readonly query: Database['query'];
  /** Returns the projection and statements for a role, or for the server itself. */
  queries(viewer: Viewer): RoleQueries;
  /** Returns the service of another resource. */
  beside(name: string): ResourceService;
}

/** The projection of a role together with its statements. */
export interface RoleQueries extends Projection {
  /** Selects one record by id. */
  readonly findOne: PreparedStatement<{ id: string }>;
  /** Selects one record by id and locks it until the transaction ends. */
  readonly findOneForUpdate: PreparedStatement<{ id: string }>;
  readonly lists: StatementCache<PageParams>;
  readonly counts: StatementCache<PageParams>;
  readonly insertions: StatementCache<Insertion>;
}

/** The services of all resources, by name. */
export type ResourceServices = ReadonlyMap<string, ResourceService>;

/** Creates the service of each resource. Share the result, so that each statement is compiled only once. */
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
      const cached = views.get(viewer);
      if (cached) return cached;
      const view = createProjection(database, { resource, viewer, resources });
      const one = view.select().where(
        sql.ref('record.id'),
        '=',
        param<{ id: string }>(({ id }) => id),
      );
      const created: RoleQueries = {
        ...view,
        findOne: compileStatement(one, 'pipelined'),
        findOneForUpdate: compileStatement(one.forUpdate(['record']), 'prepared'),
        lists: new StatementCache(),
        counts: new StatementCache(),
        insertions: new StatementCache(),
      };
      views.set(viewer, created);
      return created;
    },
  };
}
