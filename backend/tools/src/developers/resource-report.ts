import type { EndpointsExtension } from '@bindery/backend/extend/endpoints.ts';
import type { ResourceReport } from '@bindery/contract/api/developers/routes.ts';
import { ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { existingPages } from '@bindery/contract/api/pages.ts';
import { extensionSlots, pages as pageTable } from '@bindery/contract/api/read-pages.ts';
import { userRoutes } from '@bindery/contract/api/users.ts';
import { routesOfAll } from '@bindery/contract/records/resources/routes.ts';
import { schemasOf } from '@bindery/contract/records/resources/schemas.ts';
import { isLimited } from '@bindery/contract/records/rows/row-filter.ts';
import type { AppRoute } from '@bindery/contract/records/ts-rest.ts';
import {
  type Action,
  actions,
  allows,
  PUBLIC,
  type Resource,
  type Resources,
} from '@bindery/contract/schema/index.ts';
import { z } from 'zod';

interface Parts {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly extensions: readonly EndpointsExtension[];
}

/** Returns the endpoints of a resource: generated ones, handwritten ones, and those of its extension. */
export function reportEndpoints({ resources, extensions }: Parts, name: string): ResourceReport['endpoints'] {
  const own = extensions.filter(({ resource }) => resource === name).map(({ routes }) => routes);
  const stated = [...(name === 'users' ? [userRoutes] : []), ...own].flatMap(ownRoutes).map(describe);
  const resource = resources[name];
  return [...(resource ? generatedEndpoints(resource) : []), ...stated];
}

type EndpointReport = ResourceReport['endpoints'][number];

const describe = ([, { method, path, summary = '' }]: readonly [string, AppRoute]): EndpointReport => ({
  method,
  path,
  summary,
});

const generated = new WeakMap<Resource, EndpointReport[]>();

/** Returns the endpoints that every resource has. Their schemas are slow to create, so they are cached. */
function generatedEndpoints(resource: Resource): EndpointReport[] {
  const known = generated.get(resource);
  if (known) return known;
  const routes = routesOfAll({ [resource.name]: resource } as Resources)[resource.name] ?? {};
  const reports = ownRoutes(routes).map(describe);
  generated.set(resource, reports);
  return reports;
}

/** Returns the permissions of each role, and of `public`, on a resource and its fields. */
export function reportRights(resource: Resource): ResourceReport['rights'] {
  const fields = Object.values(resource.fields);
  const how = (role: string, action: Action) => {
    if (!allows(resource, { role, action })) return 'none';
    return isLimited(resource, { role, action }) ? 'some' : 'all';
  };
  return [...resource.roles.names, PUBLIC].map((role) => {
    // A role that may not read the resource reads none of its fields.
    const known = allows(resource, { role, action: 'read' }) ? fields : [];
    const unwritable = known.filter(
      ({ readBy, writeBy, readOnly }) => readBy.includes(role) && (readOnly || !writeBy.includes(role)),
    );
    return {
      role,
      actions: Object.fromEntries(actions.map((action) => [action, how(role, action)])),
      unreadable: known.filter(({ readBy }) => !readBy.includes(role)).map(({ name }) => name),
      unwritable: unwritable.map(({ name }) => name),
    };
  });
}

/** Returns the pages of a resource with their modules: generated, replaced or added by its extension. */
export function pagesOf({ resources }: Parts, name: string): ResourceReport['pages'] {
  const slots = Object.entries(extensionSlots[name] ?? {}).flatMap(([slot, modules]) =>
    slot === 'inPanels'
      ? []
      : [modules]
          .flat()
          .map((module) => ({ address: `${slot} (manager.ts)`, component: `extensions/${name}/${module}` })),
  );
  const generated = (address: string) => address.startsWith('/manager/:resource');
  return [
    ...Object.entries(existingPages(pageTable, resources))
      .filter(([address, page]) => generated(address) || page.resource === name)
      .map(([address, { component }]) => ({ address: address.replace(':resource', name), component })),
    ...slots,
  ];
}

/** Returns the JSON schemas of a record as the API returns it, and of a new one. */
export function jsonSchemasOf(resource: Resource): ResourceReport['schemas'] {
  const { item, create } = schemasOf(resource);
  const toJson = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { item: toJson(item, 'output'), create: toJson(create, 'input') };
}
