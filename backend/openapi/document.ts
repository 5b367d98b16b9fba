import type { AppRouter } from '@ts-rest/core';
import { generateOpenApi } from '@ts-rest/open-api';
import type { Auth } from '#backend/auth/auth.ts';
import { createRoutes } from '#contract/create-routes.ts';
import { errorBody } from '#contract/error-body.ts';
import { allVisibleTo } from '#contract/resources/visible.ts';
import type { Resource, Role } from '#contract/schema/index.ts';
import { readable } from '#contract/schema/names.ts';
import { authDocument } from './auth-document.ts';
import { jsonSchema, schemaTransformer } from './schemas.ts';

type Document = ReturnType<typeof generateOpenApi>;
type Operation = Parameters<
  NonNullable<NonNullable<Parameters<typeof generateOpenApi>[2]>['operationMapper']>
>[0];

const header = (description: string) => ({ description, schema: { type: 'string' as const } });

const LIST_HEADERS = {
  'X-Total-Count': header('How many records there are in all'),
  'X-Total-Exact': header('`false` where there are more than X-Total-Count says'),
  'X-Next-Cursor': header('What to ask `_after` for the records that follow; absent on the last page'),
};
const RECORD_HEADERS = { ETag: header('The state of the record, for If-Match and If-None-Match') };

/** Returns whether the metadata of a route marks it as public, i.e. usable without a session. */
const isPublic = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'public' in metadata;

/** Adds response headers, which a ts-rest contract cannot state: those of a list page, or of a single record. */
function withHeaders(operation: Operation): Operation {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    if (!/^20[01]$/.test(status)) return [status, response];
    const { content } = response as { content?: Record<string, { schema?: { type?: string } }> };
    const isList = content?.['application/json']?.schema?.type === 'array';
    return [status, { ...response, headers: isList ? LIST_HEADERS : RECORD_HEADERS }];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

type AllResources = Readonly<Record<string, Resource>>;

/** Returns the resources and fields that every one of the roles may read. */
function readableBy(resources: AllResources, roles: readonly Role[]): AllResources {
  const readable = Object.entries(allVisibleTo(resources, roles)).filter(([, { rights }]) =>
    roles.every((role) => rights[role].includes('read')),
  );
  return Object.fromEntries(readable);
}

const DESCRIPTION = `Sign in first: the session is a cookie. This page shows what you may read; signed out, what everybody may.

## What the endpoints have in common

A list is asked for by \`_start\`, \`_end\`, \`_sort\`, \`_order\`, \`q\` and the names of fields; \`X-Total-Count\` says how
much there is, and \`_after\` goes on from \`X-Next-Cursor\`. A write with \`If-Match\` is refused where somebody else has
changed the record since. An error is always \`{ code, message, errors?, requestId }\`; \`reason\` is there where a
rule has words of its own for users.`;

interface Described {
  readonly auth: Auth;
  readonly baseUrl: string;
  readonly resources: AllResources;
  /** The document contains only what every one of these roles may read. */
  readonly roles: readonly Role[];
}

/** Generates the OpenAPI document of all endpoints: those of the contract, and better-auth's. */
export async function openApiDocument({ auth, baseUrl, resources, roles }: Described): Promise<Document> {
  const ours = generateOpenApi(
    createRoutes(readableBy(resources, roles)) as AppRouter,
    { info: { title: 'Bindery', version: '1', description: DESCRIPTION } },
    {
      setOperationId: 'concatenated-path',
      schemaTransformer,
      operationMapper: (operation, route, id) => ({
        ...withHeaders(operation),
        ...(isPublic(route.metadata) && { security: [] }),
        tags: [readable(String(operation.operationId ?? id).split('.')[0]!)],
      }),
    },
  );
  const theirs = await authDocument(auth);
  return {
    ...ours,
    openapi: '3.1.1',
    servers: [{ url: baseUrl }],
    paths: { ...ours.paths, ...theirs.paths },
    components: {
      ...theirs.components,
      schemas: { ...theirs.components.schemas, Error: jsonSchema(errorBody, 'output') as never },
    },
    security: [{ session: [] }],
  };
}
