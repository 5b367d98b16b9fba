import { jsonSchema } from '@bindery/backend/web/openapi/schemas.ts';
import { bodyTypeOf, type ClientRoute } from '@bindery/contract/api/route-table.ts';
import { errorBody } from '@bindery/contract/records/route-parts.ts';
import { ContractNoBody } from '@bindery/contract/records/ts-rest.ts';
import { capitalized, singularOf } from '@bindery/contract/schema/names.ts';
import { compile } from 'json-schema-to-typescript';
import { z } from 'zod';
import type { JsonSchema } from '#tools/openapi.ts';
import { renderText } from '#tools/templates/render.ts';

/** The endpoints with errors per field of a record. */
const WRITES = ['create', 'update', 'replace'];

/** Returns the type declarations of a client for some endpoints, without imports. */
export async function describeTypes(endpoints: readonly ClientRoute[]): Promise<string> {
  const groups = [...Map.groupBy(endpoints, ({ group }) => group)].map(([group, members]) => ({
    group,
    record: recordOf(members),
    members: describeEndpoints(members),
  }));
  const types = new NamedTypes(groups.flatMap(({ members }) => members.flatMap(schemasOf)));
  // Records come first, so that all uses of their types have their names.
  for (const { group, record } of groups) if (record) types.typeOf(record, capitalized(singularOf(group)));
  const clients = groups.map(({ group, members }) => ({
    group,
    name: types.reserve(`${capitalized(group)}Client`),
    methods: members.map((endpoint) => methodOf(endpoint, types)),
  }));
  return renderText('client-package/package-types.d.ts', {
    errorBody: await declare(jsonSchema(errorBody, 'output') as JsonSchema, 'ErrorBody'),
    types: await types.declarations(),
    clients,
  });
}

/** Returns an endpoint's schemas, each with the possible names of its type: a specific and a general one. */
function schemasOf({ group, name, query, body, responses }: DescribedEndpoint) {
  const own = [
    { schema: query, part: 'Query' },
    { schema: body, part: 'Body' },
    ...[...responses.values()].map((schema) => ({ schema, part: 'Response' })),
  ];
  return own.flatMap(({ schema, part }) => {
    if (typeof schema !== 'object') return [];
    const general = capitalized(name) + (part === 'Response' && schema.type === 'array' ? 'Item' : part);
    return [{ schema, group, own: capitalized(group) + general, general }];
  });
}

/** Returns an endpoint with the types of its request and of its responses. */
function methodOf(endpoint: DescribedEndpoint, types: NamedTypes) {
  const { name, route, query, body } = endpoint;
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, param]) => `${param}: string`);
  const bodyType = body === 'file' ? 'FileBody' : body && types.typeOf(body);
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join('; ')} }`] : []),
    ...(query ? [`query${query.required?.length ? '' : '?'}: ${types.typeOf(query)}`] : []),
    ...(bodyType ? [`body${bodyType === 'unknown' ? '?' : ''}: ${bodyType}`] : []),
  ];
  const isOptional = parts.every((part) => /^\w+\?:/.test(part));
  const request = parts.length > 0 ? `{ ${parts.join('; ')} } & RequestOptions` : 'RequestOptions';
  const hasFields = WRITES.includes(name) && typeof body === 'object' && body.properties;
  const fields = hasFields ? `keyof ${bodyType} & string` : undefined;
  return {
    name,
    route,
    request: `request${isOptional ? '?' : ''}: ${request}`,
    responses: responsesOf(endpoint, { types, fields }),
  };
}

/** Returns the types of the responses; `fields` is the type of the field names in errors. */
function responsesOf(
  { responses }: DescribedEndpoint,
  { types, fields }: { types: NamedTypes; fields: string | undefined },
): string[] {
  const errors = [...responses].filter(([, body]) => body === 'error').map(([status]) => status);
  const isNamed = (status: string) => fields !== undefined && (status === '400' || status === '409');
  const named = errors.filter(isNamed);
  const others = errors.filter((status) => !isNamed(status));
  return [
    ...[...responses].flatMap(([status, body]) =>
      body === 'error' ? [] : [`ApiResponse<${status}, ${bodyType(body, types)}>`],
    ),
    ...(named.length > 0 ? [`ErrorResponse<${named.join(' | ')}, RecordErrorBody<${fields}>>`] : []),
    ...(others.length > 0 ? [`ErrorResponse<${others.join(' | ')}>`] : []),
  ];
}

const bodyType = (body: Exclude<ResponseBody, 'error'>, types: NamedTypes): string =>
  typeof body === 'object' ? types.typeOf(body) : { none: 'undefined', text: 'string', file: 'Blob' }[body];

/** Names that the declarations of the package use themselves. */
const TAKEN = [
  ...['ApiResponse', 'Client', 'ClientOptions', 'ErrorBody', 'FieldError', 'FileBody', 'RecordErrorBody'],
  ...['ErrorResponse', 'RequestHeaders', 'RequestOptions', 'AbortSignal', 'ArrayBuffer', 'Blob', 'Headers'],
  ...['NonNullable', 'Omit', 'Promise', 'Readonly', 'Record', 'Uint8Array'],
];

const STYLE = { singleQuote: true, printWidth: 110 };

const PLAIN: ReadonlyMap<unknown, string> = new Map([
  ['integer', 'number'],
  ...['number', 'string', 'boolean', 'null'].map((type) => [type, type] as const),
]);

/** A use of a schema by an endpoint, with the possible names of the type. */
interface SchemaUse {
  readonly schema: JsonSchema;
  readonly group: string;
  readonly own: string;
  /** The name of the type if endpoints of several groups use it. */
  readonly general: string;
}

/** Returns the schema of an array's items; other schemas unchanged. */
const itemOf = (schema: JsonSchema): JsonSchema =>
  schema.type === 'array' && schema.items ? itemOf(schema.items) : schema;

/** The named types of the package: one for each distinct schema of an object or a union. */
class NamedTypes {
  readonly #suggested = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema | undefined>();

  /** `uses` are the schemas that will be looked up. */
  constructor(uses: readonly SchemaUse[]) {
    const bySchema = Map.groupBy(uses, ({ schema }) => JSON.stringify(itemOf(schema)));
    for (const [key, [first, ...others]] of bySchema) {
      const isShared = others.some(({ group }) => group !== first!.group);
      this.#suggested.set(key, isShared ? first!.general : first!.own);
    }
  }

  /** Returns the type of a schema: a plain type, or the name of an object or a union. */
  typeOf(schema: JsonSchema, suggested?: string): string {
    if (schema.type === 'array' && schema.items) return `${this.typeOf(schema.items, suggested)}[]`;
    if (!schema.properties && !schema.anyOf && !schema.oneOf) return PLAIN.get(schema.type) ?? 'unknown';
    const key = JSON.stringify(schema);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.reserve(suggested ?? this.#suggested.get(key) ?? 'Value');
    this.#names.set(key, name);
    this.#schemas.set(name, schema);
    return name;
  }

  /** Reserves a name and returns it, with a number if it is already used. */
  reserve(suggested: string): string {
    let name = suggested;
    for (let count = 2; TAKEN.includes(name) || this.#schemas.has(name); count++)
      name = `${suggested}${count}`;
    this.#schemas.set(name, undefined);
    return name;
  }

  /** Returns the declarations of all named types. */
  async declarations(): Promise<string> {
    const declared = [...this.#schemas].flatMap(([name, schema]) => (schema ? [declare(schema, name)] : []));
    return (await Promise.all(declared)).join('\n');
  }
}

/** Returns the declaration of a schema's type. */
const declare = (schema: JsonSchema, name: string): Promise<string> =>
  compile(withoutBounds(schema), name, {
    additionalProperties: false,
    bannerComment: '',
    style: STYLE,
  });

/** Omits bounds, which would turn arrays into tuples. */
const withoutBounds = (schema: JsonSchema): object =>
  JSON.parse(JSON.stringify(schema), (name, value) =>
    typeof value === 'number' && (name === 'minItems' || name === 'maxItems') ? undefined : value,
  );

/** The body of a response: a schema, an error, a text, a file, or none. */
type ResponseBody = JsonSchema | 'error' | 'text' | 'file' | 'none';

/** An endpoint with the JSON schemas of its requests and responses. */
interface DescribedEndpoint extends ClientRoute {
  readonly query: JsonSchema | undefined;
  /** `file` for a body that is sent unchanged. */
  readonly body: JsonSchema | 'file' | undefined;
  /** By status. */
  readonly responses: ReadonlyMap<string, ResponseBody>;
}

const schemaOf = (schema: unknown, io: 'input' | 'output'): JsonSchema | undefined =>
  schema instanceof z.ZodType ? (jsonSchema(schema, io) as JsonSchema) : undefined;

/** Returns the schema of the records of a group of endpoints: the response of reading one. */
function recordOf(members: readonly ClientRoute[]): JsonSchema | undefined {
  const read = members.find(({ name, route }) => name === 'read' && route.path.endsWith('/:id'));
  return read && schemaOf(read.route.responses[200], 'output');
}

/** Describes the endpoints of a group with JSON schemas. */
function describeEndpoints(members: readonly ClientRoute[]): DescribedEndpoint[] {
  const record = recordOf(members);
  return members.map((endpoint) => {
    const { route } = endpoint;
    const query = schemaOf(route.query, 'input');
    const body = 'body' in route ? schemaOf(route.body, 'input') : undefined;
    return {
      ...endpoint,
      query: query?.properties && asCallerWrites(query, record),
      body: bodyTypeOf(route) === undefined ? body : 'file',
      responses: new Map(
        Object.entries(route.responses).map(([status, response]) => [status, responseBody(response)]),
      ),
    };
  });
}

function responseBody(response: unknown): ResponseBody {
  if (response === (errorBody as unknown)) return 'error';
  if (response === ContractNoBody) return 'none';
  if (typeof response === 'object' && response !== null && 'contentType' in response)
    return String(response.contentType).startsWith('text/') ? 'text' : 'file';
  return schemaOf(response, 'output') ?? {};
}

const TEXT: JsonSchema = { type: 'string' };

/**
 * Returns the schema of a query as its caller writes it. On the server every parameter is a text; a caller
 * passes a number or a boolean if the field is one according to `record`, the schema of the records.
 */
function asCallerWrites(query: JsonSchema, record: JsonSchema | undefined): JsonSchema {
  const properties = Object.entries(query.properties ?? {}).map(([name, parameter]) => {
    const field = record?.properties?.[name] ?? record?.properties?.[name.replace(/_[a-zA-Z]+$/, '')];
    return [name, asValue(parameter, field)] as const;
  });
  return { ...query, properties: Object.fromEntries(properties) };
}

function asValue(parameter: JsonSchema, field: JsonSchema | undefined): JsonSchema {
  if (parameter.anyOf?.some(({ type }) => type === 'array')) {
    const value = comparedValue(field);
    return { anyOf: [value, { type: 'array', items: value }] };
  }
  if (parameter.enum?.every((value) => value === 'true' || value === 'false')) return { type: 'boolean' };
  if (parameter.enum) return parameter;
  // Page bounds, which are digits.
  if (String(parameter.pattern).startsWith('^\\d')) return { type: 'integer' };
  return comparedValue(field);
}

/** Returns the schema of a filter's value: the schema of the field without null, or a record's id. */
function comparedValue(field: JsonSchema | undefined): JsonSchema {
  const [own = TEXT] = (field?.anyOf ?? [field ?? TEXT]).filter(({ type }) => type !== 'null');
  if (own.enum) return { enum: own.enum.filter((value) => value !== null) };
  const types = [own.type]
    .flat()
    .filter((type) => type === 'boolean' || type === 'integer' || type === 'number');
  return types[0] ? { type: types[0] } : TEXT;
}
