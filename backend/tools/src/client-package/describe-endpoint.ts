import { jsonSchema } from '@bindery/backend/web/openapi/schemas.ts';
import { bodyTypeOf, type ClientRoute } from '@bindery/contract/api/route-table.ts';
import { errorBody } from '@bindery/contract/records/route-parts.ts';
import { ContractNoBody } from '@bindery/contract/records/ts-rest.ts';
import { z } from 'zod';

/** The body of a response: a schema, an error, a text, a file, or none. */
export type AnswerBody = JsonSchema | 'error' | 'text' | 'file' | 'none';

/** An endpoint with the JSON schemas of its requests and responses. */
export interface DescribedEndpoint extends ClientRoute {
  readonly query: JsonSchema | undefined;
  /** `file` for a body that is sent unchanged. */
  readonly body: JsonSchema | 'file' | undefined;
  /** By status. */
  readonly answers: ReadonlyMap<string, AnswerBody>;
}

const schemaOf = (schema: unknown, io: 'input' | 'output'): JsonSchema | undefined =>
  schema instanceof z.ZodType ? (jsonSchema(schema, io) as JsonSchema) : undefined;

/** Returns the schema of the records of a group of endpoints: the response of reading one. */
export function recordOf(members: readonly ClientRoute[]): JsonSchema | undefined {
  const read = members.find(({ name, route }) => name === 'read' && route.path.endsWith('/:id'));
  return read && schemaOf(read.route.responses[200], 'output');
}

/** Describes the endpoints of a group with JSON schemas. */
export function describeEndpoints(members: readonly ClientRoute[]): DescribedEndpoint[] {
  const record = recordOf(members);
  return members.map((endpoint) => {
    const { route } = endpoint;
    const query = schemaOf(route.query, 'input');
    const body = 'body' in route ? schemaOf(route.body, 'input') : undefined;
    return {
      ...endpoint,
      query: query?.properties && asCallerWrites(query, record),
      body: bodyTypeOf(route) === undefined ? body : 'file',
      answers: new Map(
        Object.entries(route.responses).map(([status, response]) => [status, answerBody(response)]),
      ),
    };
  });
}

function answerBody(response: unknown): AnswerBody {
  if (response === (errorBody as unknown)) return 'error';
  if (response === ContractNoBody) return 'none';
  if (typeof response === 'object' && response !== null && 'contentType' in response)
    return String(response.contentType).startsWith('text/') ? 'text' : 'file';
  return schemaOf(response, 'output') ?? {};
}

/** The parts of a JSON schema that determine the types. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
}

const TEXT: JsonSchema = { type: 'string' };

/**
 * Returns the schema of a query as its caller writes it. On the server every parameter is a text; a caller passes a
 * number or a boolean if the field is one according to `record`, the schema of the records.
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
