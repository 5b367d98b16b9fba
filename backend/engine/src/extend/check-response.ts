import type { AppRoute } from '@bindery/contract/records/ts-rest.ts';
import { z } from 'zod';

/** A response of a handler, before it is sent. */
export interface HandlerResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Returns the response of a handler as its route declares it, without undeclared keys: a record that is
 * returned whole would otherwise reveal fields that callers may not read. The compiler cannot check the rows
 * of an SQL statement, whose `count(*)` is a text.
 * @throws Error that names the route, the place and the expected value.
 */
export function checkResponse(route: AppRoute, { status, body }: HandlerResponse): HandlerResponse {
  const declared: unknown = route.responses[status];
  const about = `${route.method} ${route.path}`;
  if (declared === undefined)
    throw new Error(`${about}: its route declares no response ${status}, which its handler returns.`);
  const schema = isText(declared) ? declared.body : declared;
  if (!(schema instanceof z.ZodType)) return { status, body };
  const { data, error } = schema.safeParse(body);
  if (error)
    throw new Error(
      `${about}: its handler returns another ${status} than its route declares: ${list(error)}`,
    );
  return { status, body: data };
}

const isText = (declared: unknown): declared is { readonly body: unknown } =>
  typeof declared === 'object' && declared !== null && 'contentType' in declared;

/** How many mistakes a message lists: each record of a long list may have the same. */
const MAX_LISTED = 3;

function list({ issues }: z.ZodError): string {
  const listed = issues
    .slice(0, MAX_LISTED)
    .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return [...listed, ...(issues.length > MAX_LISTED ? [`${issues.length - MAX_LISTED} more`] : [])].join(
    '; ',
  );
}
