import { STATUS_CODES } from 'node:http';
import { bodyTypeOf, routesByGroup } from '@bindery/contract/api/route-table.ts';
import { declaredHeaders, errorHeaders } from '@bindery/contract/records/route-parts.ts';
import { type AppRoute, type AppRouter, ContractNoBody } from '@bindery/contract/records/ts-rest.ts';
import { z } from 'zod';
import { describeHeaders, ERROR_SCHEMA, type SchemaObject, schemaOf } from './schemas.ts';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'header' | 'query';
  readonly required?: true;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: SchemaObject;
}

type Headers = Readonly<Record<string, { readonly required?: boolean; readonly $ref?: string }>>;
type Content = Readonly<Record<string, { readonly schema: SchemaObject }>>;

/** An operation of an OpenAPI document. */
export interface Operation {
  readonly summary?: string;
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: true; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content; readonly headers: Headers }>
  >;
  readonly security?: readonly object[];
}

/** The operations of a document by path and method. */
export type Paths = Record<string, Record<string, Operation>>;

/** Returns the group of an operation, such as its resource. */
export const groupOf = (operationId: string): string => operationId.split('.')[0]!;

/** Describes the routes of a contract, each as `describe` completes it. */
export function describeRoutes(
  contract: AppRouter,
  describe: (operation: Operation, route: AppRoute) => Operation,
): Paths {
  const paths: Paths = {};
  for (const { group, name, route } of routesByGroup(contract)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describe(operationOf(route, `${group}.${name}`), route),
    };
  }
  return paths;
}

function operationOf(route: AppRoute, operationId: string): Operation {
  const parameters = [
    ...pathParameters(route),
    ...parametersOf('header', route.headers),
    ...parametersOf('query', route.query),
  ];
  const requestBody = requestBodyOf(route);
  return {
    ...(route.summary !== undefined && { summary: route.summary }),
    operationId,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, response]) => [
        status,
        responseOf(status, response, route),
      ]),
    ),
  };
}

function pathParameters({ path, pathParams }: AppRoute): Parameter[] {
  const described = parametersOf('path', pathParams);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    schema: { type: 'string' },
    ...described.find((parameter) => parameter.name === name),
    required: true,
  }));
}

/** The JSON schema of an object. */
interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
}

/** Returns the members of an object's schema as parameters. */
function parametersOf(place: Parameter['in'], schema: unknown): Parameter[] {
  if (!(schema instanceof z.ZodType)) return [];
  const described: ObjectSchema = schemaOf(schema, 'input');
  const { properties = {}, required = [] } = described;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true as const }),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function requestBodyOf(route: AppRoute): Operation['requestBody'] {
  const type = bodyTypeOf(route);
  if (type !== undefined)
    return { required: true, content: { [type]: { schema: { type: 'string', format: 'binary' } } } };
  if (!('body' in route) || !(route.body instanceof z.ZodType)) return undefined;
  return { content: { 'application/json': { schema: schemaOf(route.body, 'input') } } };
}

/** What the statuses of errors mean. */
const ERRORS: Readonly<Record<string, string>> = {
  400: 'A parameter or a field is invalid',
  401: 'There is no session, or the API key is invalid',
  403: 'The role does not have this right',
  404: 'The record does not exist, or the user may not read it',
  409: 'The request contradicts other records or requests',
  412: 'Another user has changed the record since',
  413: 'The body, or the selection, is too large',
  415: 'The type of the body is unknown, or the body is compressed',
  422: 'The Idempotency-Key belongs to another request',
  429: 'Too many requests: retry after the stated time',
  503: 'The server is busy or its database is away: retry after the stated time',
  507: 'The disk is full',
};

function responseOf(
  status: string,
  response: unknown,
  { metadata }: AppRoute,
): Operation['responses'][string] {
  const content = contentOf(response);
  const isError = content?.['application/json']?.schema.$ref === ERROR_SCHEMA.$ref;
  const headers = {
    ...(isError && errorHeaders[Number(status)]),
    ...declaredHeaders(metadata, Number(status)),
  };
  return {
    description: (isError && ERRORS[status]) || STATUS_CODES[status] || status,
    ...(content && { content }),
    headers: describeHeaders(headers),
  };
}

function contentOf(response: unknown): Content | undefined {
  if (response === ContractNoBody) return undefined;
  if (response instanceof z.ZodType) return { 'application/json': { schema: schemaOf(response, 'output') } };
  const { contentType, body } = response as { readonly contentType: string; readonly body: z.ZodType };
  return { [contentType]: { schema: schemaOf(body, 'output') } };
}
