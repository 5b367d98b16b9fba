import { jsonSchema } from '@bindery/backend/web/openapi/schemas.ts';
import type { ClientRoute } from '@bindery/contract/api/route-table.ts';
import { errorBody } from '@bindery/contract/records/route-parts.ts';
import { singularOf } from '@bindery/contract/schema/names.ts';
import {
  type AnswerBody,
  type DescribedEndpoint,
  describeEndpoints,
  type JsonSchema,
  recordOf,
} from './describe-endpoint.ts';
import { declare, NamedTypes } from './named-types.ts';

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

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
  for (const { group, record } of groups) if (record) types.typeOf(record, pascal(singularOf(group)));
  const clients = groups.map(({ group, members }) => {
    const name = types.reserve(`${pascal(group)}Client`);
    const methods = members.map((endpoint) => methodOf(endpoint, types));
    return { group, name, text: `export interface ${name} {\n${methods.join('\n\n')}\n}\n` };
  });
  return [
    SHARED_TYPES,
    `/** The body of an error. */\n${await declare(jsonSchema(errorBody, 'output') as JsonSchema, 'ErrorBody')}`,
    await types.declarations(),
    ...clients.map(({ text }) => text),
    '/** The endpoints by resource. */',
    `export interface Client {\n${clients.map(({ group, name }) => `  readonly ${group}: ${name};`).join('\n')}\n}\n`,
    '/** Creates a client of the API. A call rejects only if the server cannot be reached. */',
    'export declare const createClient: (options: ClientOptions) => Client;\n',
  ].join('\n');
}

/** Returns the schemas of an endpoint, each with the possible names of its type: a specific and a general one. */
function schemasOf({ group, name, query, body, answers }: DescribedEndpoint) {
  const own = [
    { schema: query, part: 'Query' },
    { schema: body, part: 'Body' },
    ...[...answers.values()].map((schema) => ({ schema, part: 'Response' })),
  ];
  return own.flatMap(({ schema, part }) => {
    if (typeof schema !== 'object') return [];
    const general = pascal(name) + (part === 'Response' && schema.type === 'array' ? 'Item' : part);
    return [{ schema, group, own: pascal(group) + general, general }];
  });
}

function methodOf(endpoint: DescribedEndpoint, types: NamedTypes): string {
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
  const answers = answersOf(endpoint, {
    types,
    fields: hasFields ? `keyof ${bodyType} & string` : undefined,
  });
  return `  /** ${route.summary ?? name}: \`${route.method} ${route.path}\` */
  ${name}(request${isOptional ? '?' : ''}: ${request}): Promise<\n${answers.map((one) => `    | ${one}\n`).join('')}  >;`;
}

/** Returns the types of the responses; `fields` is the type of the field names in errors. */
function answersOf(
  { answers }: DescribedEndpoint,
  { types, fields }: { types: NamedTypes; fields: string | undefined },
): string[] {
  const refused = [...answers].filter(([, body]) => body === 'error').map(([status]) => status);
  const isNamed = (status: string) => fields !== undefined && (status === '400' || status === '409');
  const named = refused.filter(isNamed);
  const others = refused.filter((status) => !isNamed(status));
  return [
    ...[...answers].flatMap(([status, body]) =>
      body === 'error' ? [] : [`Answer<${status}, ${bodyType(body, types)}>`],
    ),
    ...(named.length > 0 ? [`Refusal<${named.join(' | ')}, RecordErrorBody<${fields}>>`] : []),
    ...(others.length > 0 ? [`Refusal<${others.join(' | ')}>`] : []),
  ];
}

const bodyType = (body: Exclude<AnswerBody, 'error'>, types: NamedTypes): string =>
  typeof body === 'object' ? types.typeOf(body) : { none: 'undefined', text: 'string', file: 'Blob' }[body];

/** The declarations that every package has, whatever its contract. */
const SHARED_TYPES = `/** How a client reaches the API. */
interface ClientOptions {
  /** The address of the server: \`https://books.example.com\`. */
  readonly baseUrl: string;
  /** An API key, whose user makes every call; cookies are then not sent. */
  readonly apiKey?: string;
  /** Headers of every call, such as \`Authorization\`; a function is called before each call. */
  readonly headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>);
  /** Sends the requests; by default the global \`fetch\`. */
  readonly fetch?: typeof fetch;
  /** Whether browsers send the cookie of the session; by default \`include\`, and \`omit\` with an API key. */
  readonly credentials?: 'include' | 'omit' | 'same-origin';
}

/** Headers by name. */
type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** The options of any call. */
interface RequestOptions {
  readonly headers?: RequestHeaders;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** A response of the API. Its status determines its body: \`if (answer.status === 200) answer.body\`. */
interface Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
}

/** A response that rejects a call. */
type Refusal<Status extends number, Body = ErrorBody> = Status extends number ? Answer<Status, Body> : never;

/** The error of a field: a translation key, the values for its placeholders, and the English text. */
type FieldError = NonNullable<ErrorBody['errors']>[string][number];

/** The error body of a call that writes a record: \`errors\` has the errors of its fields. */
type RecordErrorBody<Field extends string> = Omit<ErrorBody, 'errors'> & {
  errors?: { [Name in Field]?: FieldError[] };
};

/** A file that is sent unchanged. */
type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;
`;
