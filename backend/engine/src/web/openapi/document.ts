import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { product, productRoot } from '@bindery/contract/api/product.ts';
import { allVisibleTo } from '@bindery/contract/records/resources/visible.ts';
import { createRights } from '@bindery/contract/records/rights.ts';
import { allWithFixedFields } from '@bindery/contract/records/rows/row-filter.ts';
import type { AppRoute, AppRouter } from '@bindery/contract/records/ts-rest.ts';
import {
  type Action,
  type AllResources,
  allows,
  PUBLIC,
  type Resource,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { createKeyPaths } from '#backend/access/api-keys/paths.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import type { EndpointsExtension } from '#backend/extend/endpoints.ts';
import { authDocument } from './auth-document.ts';
import { describeParameters } from './describe-parameters.ts';
import { describeRoutes, groupOf } from './operations.ts';
import { namedSchemas } from './schemas.ts';
import { shareParts } from './share-parts.ts';
import { DESCRIPTION } from './texts.ts';

/** Returns whether the metadata of a route marks it as public, that is, usable without a session. */
const isPublic = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'public' in metadata;

/** Returns the resources and fields that every one of the roles may read. */
function readableBy(resources: AllResources, roles: readonly Role[]): AllResources {
  const [role] = roles;
  const visible = allVisibleTo(resources, roles);
  // The roles together fix no field.
  const marked = role !== undefined && roles.length === 1 ? allWithFixedFields(visible, role) : visible;
  const readable = Object.entries(marked).filter(([, resource]) =>
    roles.every((role) => allows(resource, { role, action: 'read' })),
  );
  return Object.fromEntries(readable);
}

/** Returns the endpoints of extensions that each of the roles may call, by resource. */
function callableBy({ extensions, resources, roles }: DescribedContract): Record<string, AppRouter> {
  const rights = createRights(resources);
  const mayCall = (route: AppRoute): boolean => {
    const { right, resource } = accessOf(route);
    if (right === 'everybody' || right === 'signedIn') return true;
    const [on, action] = typeof right === 'string' ? [resources[resource]?.singular, right] : right;
    return roles.every((role) => on !== undefined && rights[role]?.[on]?.includes(action));
  };
  const callable = extensions.map(({ resource = '', routes }): [string, AppRouter] => [
    resource,
    Object.fromEntries(ownRoutes(routes).filter(([, route]) => mayCall(route))),
  ]);
  return Object.fromEntries(callable.filter(([, routes]) => Object.keys(routes).length > 0));
}

/** How to send an API key. */
const BEARER_AUTH = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key, which users create on their account page',
} as const;

/** Returns the license in the product's package.json; npm has special values where SPDX has no identifier. */
function licenseOfProduct() {
  const { license } = JSON.parse(readFileSync(join(productRoot(), 'package.json'), 'utf8'));
  const isIdentifier = typeof license === 'string' && !/^(UNLICENSED|SEE LICENSE)/.test(license);
  return isIdentifier
    ? { name: license, identifier: license }
    : { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };
}

interface DescribedContract {
  readonly resources: AllResources;
  readonly extensions: readonly EndpointsExtension[];
  /** The document contains only what each of these roles may read. */
  readonly roles: readonly Role[];
}

interface Described extends DescribedContract {
  readonly auth: Auth;
  readonly baseUrl: string;
}

/** Generates the OpenAPI document of the contract's endpoints only. */
export function contractDocument(described: DescribedContract) {
  const { resources, roles } = described;
  const takesKey = createKeyPaths(resources);
  const withoutSession = publicEndpoints(Object.values(resources));
  const visible = readableBy(resources, roles);
  const contract = createRoutes(visible, callableBy(described)) as AppRouter;
  return {
    openapi: '3.1.1',
    info: {
      title: product().name,
      version: '1',
      description: DESCRIPTION,
      license: licenseOfProduct(),
    },
    paths: describeRoutes(contract, (operation, route) => ({
      ...operation,
      ...(operation.parameters && {
        parameters: describeParameters(operation.parameters, visible[groupOf(operation.operationId)]),
      }),
      ...(takesKey(route.path) && { security: [{ session: [] }, { bearerAuth: [] }] }),
      ...((isPublic(route.metadata) || withoutSession.has(`${route.method} ${route.path}`)) && {
        security: [],
      }),
      tags: [tagOf(operation.operationId)],
    })),
  };
}

/** Generates the OpenAPI document of all endpoints, the contract's and better-auth's, with shared parts. */
export async function openApiDocument({ auth, baseUrl, ...described }: Described) {
  const ours = contractDocument(described);
  const tags = describeTags(Object.values(readableBy(described.resources, described.roles)));
  const theirs = await authDocument(auth);
  const { paths, components } = shareParts({
    paths: { ...ours.paths, ...theirs.paths },
    schemas: { ...theirs.components.schemas, ...namedSchemas() },
  });
  return {
    ...ours,
    ...(tags.length > 0 && { tags }),
    servers: [{ url: baseUrl }],
    paths,
    components: {
      ...components,
      securitySchemes: { ...theirs.components.securitySchemes, bearerAuth: BEARER_AUTH },
    },
    security: [{ session: [] }],
  };
}

/** The endpoints of a resource for callers without a session, if the entry gives `public` the right. */
const ENDPOINTS: Readonly<Record<string, Action>> = {
  'GET ': 'read',
  'GET /:id': 'read',
  'GET /:id/related': 'read',
  'GET /:id/deletion': 'delete',
  'POST ': 'create',
  'PATCH /:id': 'update',
  'PUT /:id': 'update',
  'DELETE /:id': 'delete',
};

/** Returns the endpoints of resources that need no session, as `METHOD /path`. */
const publicEndpoints = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(
    resources.flatMap((resource) =>
      Object.entries(ENDPOINTS)
        .filter(([, action]) => allows(resource, { role: PUBLIC, action }))
        .map(([endpoint]) => endpoint.replace(' ', ` /api/${resource.name}`)),
    ),
  );

/** Returns the tag of the endpoints whose operations start with this name. */
export const tagOf = (operationId: string): string => readable(groupOf(operationId));

/** Returns the descriptions of the resources' tags, if their entries have any. */
export const describeTags = (
  resources: readonly Pick<Resource, 'name' | 'description'>[],
): { readonly name: string; readonly description: string }[] =>
  resources.flatMap(({ name, description }) =>
    description === undefined ? [] : [{ name: tagOf(name), description }],
  );
