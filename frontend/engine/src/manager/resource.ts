import routes from 'virtual:bindery/resource-routes';
import resources from 'virtual:bindery/resources';
import type { EndpointsOf } from '@bindery/contract/api/client.ts';
import { administers } from '@bindery/contract/records/administered-roles.ts';
import { labelOf as plainLabelOf } from '@bindery/contract/records/resources/labels.ts';
import type { ResourceRoutes } from '@bindery/contract/records/resources/routes.ts';
import { allVisibleTo } from '@bindery/contract/records/resources/visible.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Fields } from '@bindery/contract/schema/entry.ts';
import {
  type Action,
  type AllResources,
  PUBLIC,
  type Resource,
  type Role,
  type Roles,
} from '@bindery/contract/schema/index.ts';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import { currentSession, may } from '#frontend/shell/auth/session.ts';
import { endpoint } from '#frontend/shell/http/endpoint.ts';
import { shownLabel } from './shown-label.ts';

/** A record of a resource, by field name. */
export type ManagerRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Returns the label of a record for people, computed from its JSON. */
export const labelOf = (resource: Resource, item: ManagerRecord): string =>
  shownLabel(resource, plainLabelOf(resource, item));

const visible = new Map<Role, AllResources>();

/**
 * Returns the resources with the fields that the user's role may see, so that no page shows or sends a hidden
 * field.
 */
function visibleResources(): AllResources {
  const role = currentSession()?.user.role ?? PUBLIC;
  const known = visible.get(role) ?? allVisibleTo(resources, [role]);
  visible.set(role, known);
  return known;
}

/** Returns the resource of the given name; undefined when resources.config.ts has none. */
export const resourceNamed = (name: string | undefined): Resource | undefined =>
  name !== undefined && Object.hasOwn(resources, name) ? visibleResources()[name] : undefined;

/** Returns the roles of the product. */
export const productRoles = (): Roles => rolesOf(resources);

/** Returns whether the user may administer other users of a role. */
export const mayAdminister = (role: unknown): boolean =>
  administers(currentSession()?.user.role ?? PUBLIC, role, resources);

/** Returns the resources on which the user may perform an action. */
export const resourcesFor = (action: Action): Resource[] =>
  Object.values(visibleResources()).filter(({ singular }) => may(singular, action));

/** Returns the readable resources in the groups of resources.config.ts; `application` is first. */
export const resourceGroups = (): ReadonlyMap<string, readonly Resource[]> =>
  new Map([['application', []], ...Map.groupBy(resourcesFor('read'), ({ group }) => group)]);

/**
 * Returns a route loader of a generated page: throws 404 for an unknown resource, 403 without the permission.
 */
export const onlyWith =
  (action: Action) =>
  ({ params }: LoaderFunctionArgs) => {
    const resource = resourceNamed(params.resource);
    if (!resource) throw data(null, { status: 404 });
    if (!may(resource.singular, action)) throw data(null, { status: 403 });
    return null;
  };

/** Returns the resource of the current route, whose existence the route loader has checked. */
export function useResource(): Resource {
  const { resource } = useParams();
  return resourceNamed(resource)!;
}

/** The paths of a resource's pages. */
export const addresses = {
  list: (resource: string) => `/manager/${resource}`,
  /** The list of the records that refer to a record with one field. */
  related: (resource: string, field: string, id: string) =>
    `/manager/${resource}?${new URLSearchParams({ [field]: id })}`,
  /** The list of the archived records. */
  archive: (resource: string) => `/manager/${resource}?archived=true`,
  create: (resource: string) => `/manager/${resource}/new`,
  import: (resource: string) => `/manager/${resource}/import`,
  duplicate: (resource: string, id: string) => `/manager/${resource}/new?from=${id}`,
  show: (resource: string, id: string) => `/manager/${resource}/${id}`,
  archived: (resource: string, id: string) => `/manager/${resource}/${id}?archived=true`,
  /** The list with a drawer that edits a record. */
  quickEdit: (resource: string, id: string) => `/manager/${resource}?edit=${id}`,
  update: (resource: string, id: string) => `/manager/${resource}/${id}/update`,
};

/** Returns the URL of a list with the drawer that edits a record, including the list's own parameters. */
export function editAddress(search: string, id: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set('edit', id);
  return `?${parameters}`;
}

/** The endpoints that every resource has. */
type ResourceApi = EndpointsOf<ResourceRoutes<Fields, string>, 'successes'>;

const known = new Map<string, ResourceApi>();

/**
 * Returns the endpoints of a resource that is known by its name only: `apiOf(resource.name).history({ params
 * })`.
 */
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
