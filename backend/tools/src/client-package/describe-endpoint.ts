import { jsonSchema } from '@bindery/backend/web/openapi/schemas.ts';
import { bodyTypeOf, type ClientRoute } from '@bindery/contract/api/route-table.ts';
import { errorBody } from '@bindery/contract/records/error-body.ts';
import { ContractNoBody } from '@bindery/contract/records/ts-rest.ts';
import { z } from 'zod';
import { asCallerWrites, type JsonSchema } from './query-schema.ts';

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
