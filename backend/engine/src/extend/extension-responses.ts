import { ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import type { AppRoute } from '@bindery/contract/records/ts-rest.ts';
import type { z } from 'zod';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { queryOf } from '#backend/kernel/http/parse.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import type { EndpointsExtension } from './endpoints.ts';
import {
  type AccessParts,
  endpointContext,
  handlerOf,
  requireRecordOf,
  requireRightOf,
} from './mount-endpoints.ts';

/**
 * Finds the extension endpoint of a call, such as `/api/slots/programme?day=1`; undefined without one. Its
 * data are null if it finds nothing.
 */
export type FindExtensionResponse = (
  call: URL,
) => ((session: RequestSession | null) => Promise<{ readonly data: unknown } | undefined>) | undefined;

/**
 * Returns the function that finds the responses of extension endpoints for the initial data of pages, behind
 * the guards of HTTP. A response is undefined if the page must make the call: it is rejected, fails, is not
 * JSON, or its handler uses the request or the response, which here belong to the page.
 */
export function createExtensionResponses(
  extensions: readonly EndpointsExtension[],
  parts: AccessParts,
): FindExtensionResponse {
  const readable = extensions.flatMap((extension) =>
    ownRoutes(extension.routes).flatMap(([name, route]) =>
      route.method === 'GET' && isJson(route)
        ? [{ pattern: patternOf(route), route, handler: handlerOf(extension, { name, route }) }]
        : [],
    ),
  );
  return (url) => {
    const found = readable.find(({ pattern }) => pattern.test(url.pathname));
    if (!found) return undefined;
    const { pattern, route, handler } = found;
    const given = pattern.exec(url.pathname)?.groups;
    return async (session) => {
      try {
        requireRightOf(route, { session, resources: parts.resources });
        const decoded = Object.entries({ ...given }).map(([name, text]) => [name, decodeURIComponent(text)]);
        const params = parsed(route.pathParams, Object.fromEntries(decoded));
        const query = parsed(route.query, queryOf(url));
        await requireRecordOf(route, { params, session, services: parts.services });
        const { status, body } = await handler(
          { params, query },
          endpointContext(session, parts, onlyOverHttp),
        );
        return status === 200 ? { data: body } : undefined;
      } catch (error) {
        // Any other failure: the page makes the call itself, which responds and logs as usual.
        return error instanceof ApiError && error.code === 'NOT_FOUND' ? { data: null } : undefined;
      }
    };
  };
}

const patternOf = ({ path }: AppRoute): RegExp =>
  new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

const parsed = (schema: unknown, given: unknown): unknown =>
  schema === undefined ? given : (schema as z.ZodType).parse(given);

const isJson = ({ responses }: AppRoute): boolean => {
  const response: unknown = responses[200];
  return typeof response === 'object' && response !== null && !('contentType' in response);
};

/** Denies a handler access to the request and the response, which here belong to a page. */
const onlyOverHttp = (): never => {
  throw new Error('The handler uses the request or the response.');
};
