import fc from 'fast-check';
import { DEEP, hostileName, hostileText, NESTED } from './hostile-values.ts';
import { type FuzzSchema, textOf, valueFor } from './schema-values.ts';

/** An operation of the OpenAPI document. */
export interface FuzzOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header' | 'cookie';
    readonly required?: boolean;
    readonly schema?: FuzzSchema;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: FuzzSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema?: FuzzSchema }>> }>
  >;
}

/** An operation with its path and method. */
export interface FuzzEndpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: FuzzOperation;
}

/** A generated request: the visitor, the endpoint, and its input. */
export interface FuzzRequest {
  readonly endpoint: FuzzEndpoint;
  readonly visitor: 'signed out' | 'user' | 'admin' | 'owner';
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const VISITORS = ['signed out', 'user', 'admin', 'owner'] as const;
/** Bodies that are not JSON. */
const GARBAGE = [
  '',
  '{',
  '"text"',
  'null',
  '[]',
  '[1]',
  '{"a":1,}',
  '\0',
  `{"a":${'9'.repeat(2000)}}`,
  'a=1&b=2',
];
const TYPES = [
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'application/x-www-form-urlencoded',
];

/** Generates requests to any of the endpoints. */
export const requestTo = (endpoints: readonly FuzzEndpoint[]): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(...endpoints).chain(requestOf);

function requestOf(endpoint: FuzzEndpoint): fc.Arbitrary<FuzzRequest> {
  const { method, path, operation } = endpoint;
  const of = (place: string) => operation.parameters?.filter((parameter) => parameter.in === place) ?? [];
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const schemaOf = (name: string) => of('path').find((parameter) => parameter.name === name)?.schema;
  const parameters = names.map((name) => [name, textOf(schemaOf(name) ?? {}).filter(standsInPath)] as const);
  const headers = of('header').map(({ name, schema }) =>
    fc.option(
      textOf(schema ?? {})
        .filter(isHeaderSafe)
        .map((value): [string, string][] => [[name, value]]),
      { nil: [] },
    ),
  );
  const given = fc.tuple(...headers).map((some) => Object.fromEntries(some.flat()) as Record<string, string>);
  return fc.record({
    endpoint: fc.constant(endpoint),
    visitor: fc.constantFrom(...VISITORS),
    parameters: fc.record(Object.fromEntries(parameters)),
    query: queryOf(of('query')),
    headers: method === 'get' ? given : withType(given),
    body: method === 'get' ? fc.constant(undefined) : bodyOf(operation),
  });
}

/** Generates query parameters: each from its schema, some twice, and some unknown. */
function queryOf(parameters: NonNullable<FuzzOperation['parameters']>) {
  const given = parameters.map(({ name, schema, required }) =>
    fc
      .array(textOf(schema ?? {}), { minLength: 0, maxLength: 2 })
      .chain((values) =>
        required && values.length === 0 ? fc.tuple(textOf(schema ?? {})) : fc.constant(values),
      )
      .map((values) => values.map((value): [string, string] => [name, value])),
  );
  // Few at a time: a rejected parameter hides the handling of the others.
  const some =
    given.length <= 4
      ? fc.tuple(...given)
      : fc
          .shuffledSubarray([...given.keys()], { maxLength: 3 })
          .chain((chosen) => fc.tuple(...chosen.map((index) => given[index]!)));
  const more = fc.tuple(hostileName, hostileText).map((parameter) => [parameter]);
  const rare = fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: more });
  return fc.tuple(some, rare).map(([known, extra]) => [...known.flat(), ...extra] as [string, string][]);
}

function bodyOf({ requestBody }: FuzzOperation): fc.Arbitrary<string | undefined> {
  const schema = requestBody?.content?.['application/json']?.schema ?? { type: 'object' };
  const json = valueFor(schema).map((value) => JSON.stringify(value)?.replaceAll(`"${DEEP}"`, NESTED));
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: fc.constantFrom(...GARBAGE, undefined) },
  );
}

const withType = (headers: fc.Arbitrary<Record<string, string>>) => {
  const type = fc.oneof(
    { weight: 15, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
  );
  return fc.tuple(headers, type).map(([given, contentType]) => ({ ...given, 'content-type': contentType }));
};

/** Returns whether a text can be a path segment: clients resolve empty ones and dots before sending. */
const standsInPath = (text: string) => !/^(\.|%2e){0,2}$/i.test(text);
const isHeaderSafe = (text: string) => /^[\x20-\x7e]*$/.test(text) && text.length < 1000;

/** Formats a request for the report of a failure. */
export const formatRequest = ({ endpoint, visitor, parameters, query, headers, body }: FuzzRequest): string =>
  `${endpoint.method.toUpperCase()} ${endpoint.path} as ${visitor}: ${JSON.stringify({ parameters, query, headers, body })}`;
