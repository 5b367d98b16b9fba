import routes from 'virtual:bindery/resource-routes';
import type { EndpointsOf } from '@bindery/contract/api/client.ts';
import type { ResourceRoutes } from '@bindery/contract/records/resources/routes.ts';
import type { Fields } from '@bindery/contract/schema/entry.ts';
import { endpoint } from '#frontend/shell/http/endpoint.ts';

/** The endpoints that every resource has. */
type ResourceApi = EndpointsOf<ResourceRoutes<Fields, string>, 'successes'>;

const known = new Map<string, ResourceApi>();

/** Returns the endpoints of a resource that is known by its name only: `apiOf(resource.name).history({ params })`. */
export function apiOf(name: string): ResourceApi {
  const group: object =
    known.get(name) ??
    Object.fromEntries(
      Object.entries(routes).map(([key, route]) => [key, endpoint(route.replace(':resource', name))]),
    );
  // Its type says of each route what the table has of it.
  known.set(name, group as ResourceApi);
  return group as ResourceApi;
}

/** Returns the parameters of a query string as the endpoints take them. */
export function parametersOf(query: string): Record<string, string[]> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}
