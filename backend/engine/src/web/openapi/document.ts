import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { product } from '@bindery/contract/api/product.ts';
import { allVisibleTo } from '@bindery/contract/records/resources/visible.ts';
import { declaredHeaders, errorHeaders } from '@bindery/contract/records/response-headers.ts';
import { createRights } from '@bindery/contract/records/rights.ts';
import { allWithFixedFields } from '@bindery/contract/records/rows/fixed-fields.ts';
import type { AppRoute, AppRouter } from '@bindery/contract/records/ts-rest.ts';
import { type AllResources, allows, type Role } from '@bindery/contract/schema/index.ts';
import { generateOpenApi } from '@ts-rest/open-api';
import { createKeyPaths } from '#backend/access/api-keys/paths.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import type { EndpointsExtension } from '#backend/extend/endpoints.ts';
import { authDocument } from './auth-document.ts';
import { describeHeaders } from './headers.ts';
import { publicEndpoints } from './public-endpoints.ts';
import { ERROR_SCHEMA, namedSchemas, schemaTransformer } from './schemas.ts';
import { shareParts } from './share-parts.ts';
import { describeTags, tagOf } from './tags.ts';

type Document = ReturnType<typeof generateOpenApi>;
type Operation = Parameters<
  NonNullable<NonNullable<Parameters<typeof generateOpenApi>[2]>['operationMapper']>
>[0];

/** Returns whether the metadata of a route marks it as public, that is, usable without a session. */
const isPublic = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'public' in metadata;

/** Adds the headers that a route declares for its responses, and those of every error response. */
function withHeaders(operation: Operation, metadata: unknown): Operation {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const { content } = response as { content?: Record<string, { schema?: { $ref?: string } }> };
    const isError = content?.['application/json']?.schema?.$ref === ERROR_SCHEMA.$ref;
    const declared = {
      ...(isError && errorHeaders[Number(status)]),
      ...declaredHeaders(metadata, Number(status)),
    };
    return [status, { ...response, headers: describeHeaders(declared) }];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** Describes the body of a route with a media type that ts-rest does not know. */
function withBodyType(operation: Operation, metadata: unknown): Operation {
  const { bodyType } = (metadata ?? {}) as { readonly bodyType?: string };
  if (bodyType === undefined) return operation;
  const schema = { type: 'string' as const, format: 'binary' };
  return { ...operation, requestBody: { required: true, content: { [bodyType]: { schema } } } };
}

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
function callableBy({
  extensions,
  resources,
  roles,
}: Omit<Described, 'auth' | 'baseUrl'>): Record<string, AppRouter> {
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

const DESCRIPTION = `Sign in first: the session is a cookie. This page shows what you may read; without a session, the public part.
Programs send an API key of their user instead, as \`Authorization: Bearer KEY\`, to the endpoints that list \`bearerAuth\`.

## Common behaviour

A list takes \`_start\`, \`_end\`, \`_sort\`, \`_order\`, \`q\` and the names of fields; \`X-Total-Count\` is the total number
of records, and \`_after\` continues from \`X-Next-Cursor\`. A write with \`If-Match\` is rejected if another user has changed
the record since. An error is always \`{ code, message, errors?, requestId }\`; \`reason\` is set if a rule
has its own message for users.`;

/** How to send an API key. */
const BEARER_AUTH = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key, which users create on their account page',
} as const;

interface Described {
  readonly auth: Auth;
  readonly baseUrl: string;
  readonly resources: AllResources;
  readonly extensions: readonly EndpointsExtension[];
  /** The document contains only what each of these roles may read. */
  readonly roles: readonly Role[];
}

/** Generates the OpenAPI document of the contract's endpoints only. */
export function contractDocument(described: Omit<Described, 'auth' | 'baseUrl'>): Document {
  const { resources, roles } = described;
  const takesKey = createKeyPaths(resources);
  const withoutSession = publicEndpoints(Object.values(resources));
  return generateOpenApi(
    createRoutes(readableBy(resources, roles), callableBy(described)) as AppRouter,
    { info: { title: product().name, version: '1', description: DESCRIPTION } },
    {
      setOperationId: 'concatenated-path',
      schemaTransformer,
      operationMapper: (operation, route, id) => ({
        ...withBodyType(withHeaders(operation, route.metadata), route.metadata),
        ...(takesKey(route.path) && { security: [{ session: [] }, { bearerAuth: [] }] }),
        ...((isPublic(route.metadata) || withoutSession.has(`${route.method} ${route.path}`)) && {
          security: [],
        }),
        tags: [tagOf(String(operation.operationId ?? id))],
      }),
    },
  );
}

/** Generates the OpenAPI document of all endpoints: the contract's and better-auth's. */
export async function openApiDocument({ auth, baseUrl, ...described }: Described): Promise<Document> {
  const ours = contractDocument(described);
  const tags = describeTags(Object.values(readableBy(described.resources, described.roles)));
  const theirs = await authDocument(auth);
  const { paths, components } = shareParts({
    paths: { ...ours.paths, ...theirs.paths },
    schemas: { ...theirs.components.schemas, ...namedSchemas() },
  });
  return {
    ...ours,
    openapi: '3.1.1',
    ...(tags.length > 0 && { tags }),
    servers: [{ url: baseUrl }],
    paths,
    components: {
      ...(components as object),
      securitySchemes: { ...theirs.components.securitySchemes, bearerAuth: BEARER_AUTH },
    },
    security: [{ session: [] }],
  };
}
