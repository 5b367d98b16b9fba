import { type RoutesOf, routesOfAll } from '@bindery/contract/records/resources/routes.ts';
import { allVisibleTo } from '@bindery/contract/records/resources/visible.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { allWithFixedFields } from '@bindery/contract/records/rows/row-filter.ts';
import { PUBLIC, type Resources, type Role } from '@bindery/contract/schema/index.ts';
import type { RequestHandler } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { endpoints } from '#backend/kernel/http/endpoints.ts';
import { networkOf } from '#backend/kernel/http/network.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import type { ResourceServices } from '../resource-service.ts';
import { createEndpoints, type EndpointParts, type LazyRouter, type ResourceRouters } from './endpoints.ts';

interface Parts extends EndpointParts {
  readonly resources: Resources;
  readonly services: ResourceServices;
  /** Also validates every response against the contract; for tests. */
  readonly checkResponses?: boolean;
}

/**
 * Creates the REST endpoints of all resources. They check access first: 401 without a session, unless the
 * entry gives the right to `public`; 403 without the right. Every role has a router of every resource,
 * created on first use: creating all would take half of the time in which `serve` creates a server.
 */
export const createResourceRouters = (parts: Parts): ResourceRouters =>
  new Map([...rolesOf(parts.resources).names, PUBLIC].map((role) => [role, routersFor(role, parts)]));

/**
 * Returns the endpoints for one role, by the name of the resource. Fields that the role may not read are
 * validated, and rejected, like unknown ones.
 */
function routersFor(
  role: Role,
  { resources, services, checkResponses = false, ...parts }: Parts,
): Map<string, LazyRouter> {
  // Eagerly, because invalid entries must stop the start.
  const routes = routesVisibleTo(resources, role);
  const routers = [...services].map(([name, service]) => {
    const create = () => {
      const { restore, ...others } = createEndpoints(service, { ...parts, role });
      const ofResource = { [name]: routes[name]! };
      // All resources share these handlers, so their types cannot distinguish the contract of each.
      const handlers: unknown[] = [name, service.resource.archive ? { ...others, restore } : others];
      return endpoints<typeof ofResource>(ofResource, Object.fromEntries([handlers]), { checkResponses });
    };
    return [name.toLowerCase(), { create }] as const;
  });
  return new Map(routers);
}

/** Creating routes takes most of the start of a server, and tests start many in one process. */
const knownRoutes = new WeakMap<Resources, Map<Role, RoutesOf<Resources>>>();

function routesVisibleTo(resources: Resources, role: Role): RoutesOf<Resources> {
  const ofRoles = knownRoutes.get(resources) ?? new Map<Role, RoutesOf<Resources>>();
  const visible = () => allWithFixedFields(allVisibleTo(resources, [role]), role);
  const routes = ofRoles.get(role) ?? routesOfAll(visible());
  knownRoutes.set(resources, ofRoles.set(role, routes));
  return routes;
}

/** The longest wait of a rejected caller: the hour in which its network is counted. */
const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Returns the middleware for writes of callers without a session: each network may make some per hour, on all
 * resources and servers together, and then gets 429 `TOO_MANY_REQUESTS`. Nothing is counted in local mode.
 */
export function limitPublicWrites(
  { execute }: Pick<Database, 'execute'>,
  { publicWritesPerHour }: Pick<Settings, 'publicWritesPerHour'>,
): RequestHandler {
  const { consume } = createRateLimiter(execute);
  return async (_req, res, next) => {
    const { ipAddress, isLocal } = currentClient();
    if (!isLocal && (await consume(`public-write:${networkOf(ipAddress)}`)) > publicWritesPerHour) {
      res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
      throw new ApiError('TOO_MANY_REQUESTS');
    }
    next();
  };
}
