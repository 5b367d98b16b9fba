import { type DeclaredHeaders, errorHeaders } from '@bindery/contract/records/route-parts.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { betterAuth } from 'better-auth';
import { openAPI } from 'better-auth/plugins';
import type { Auth } from '#backend/access/auth/auth.ts';
import { sessionCookie } from '#backend/access/auth/constants.ts';
import { isDisabledPath } from '#backend/access/auth/disabled-paths.ts';
import { describeHeaders, ERROR_SCHEMA } from './schemas.ts';

type Json = Record<string, unknown>;

/** The parts of better-auth's OpenAPI document that are merged into the product's. */
interface AuthDocument {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Record<'schemas' | 'securitySchemes', Record<string, Json>>;
}

/** The plugin's own endpoint, and the one that browsers open on their way back from a provider. */
const UNDOCUMENTED = new Set(['/open-api/generate-schema', '/callback/{id}']);

/**
 * Returns better-auth's OpenAPI document of its endpoints, at their paths here. A second instance generates
 * it, because the openAPI plugin would add its own endpoints to the first.
 */
export async function authDocument({ options }: Auth): Promise<AuthDocument> {
  const describing = betterAuth({
    ...options,
    plugins: [...(options.plugins ?? []), openAPI({ disableDefaultReference: true })],
  });
  // biome-ignore lint/plugin: its type knows neither methods besides GET and POST nor a schema as our document types it
  const document = (await describing.api.generateOpenAPISchema()) as unknown as AuthDocument;
  const paths = Object.entries(document.paths)
    .filter(([path]) => !isDisabledPath(path) && !UNDOCUMENTED.has(path))
    .map(([path, operations]) => {
      const adapted = Object.entries(withoutPasswords(operations)).map(([method, operation]) => [
        method,
        toOperation(operation, `${method} ${path}`),
      ]);
      return [`/api/auth${path}`, Object.fromEntries(adapted)];
    });
  const secure = options.baseURL.startsWith('https:');
  const session = { type: 'apiKey', in: 'cookie', name: sessionCookie({ secure }) } as const;
  return {
    paths: Object.fromEntries(paths),
    components: {
      schemas: withNulls(withoutPasswords(document.components.schemas)) as Record<string, Json>,
      securitySchemes: { session },
    },
  };
}

/**
 * Adapts an operation to the product's document: sets its tag, id and summary, drops its own security, and
 * corrects its request and responses. `name` is its method and path.
 */
function toOperation(described: Json, name: string): Json {
  const { security, tags, operationId, description, responses, ...request } = described;
  const [group] = (tags as string[] | undefined) ?? [];
  const [, path = ''] = name.split(' ');
  const [, summary = readable(path.replace(/.*\//, '').replaceAll('-', '_'))] =
    /^([^.]+)/.exec(SUMMARIES[name] ?? String(description ?? '')) ?? [];
  return {
    ...(toOpenApi31(request) as Json),
    summary,
    ...(String(description ?? '').startsWith(`${summary}. `) && { description }),
    ...(WITHOUT_SESSION.test(path) && { security: [] }),
    responses: responsesOf(name, responses as Json),
    tags: [group ? (TAGS[group] ?? `Sign-in: ${group}`) : 'Sign-in'],
    operationId: `auth.${operationId ?? path.slice(1).replaceAll(/\W+(\w)/g, (_, letter) => letter.toUpperCase())}`,
  };
}

/** The endpoints that visitors use before they have a session, or to ask whether they have one. */
const WITHOUT_SESSION =
  /^\/(sign-in\/|sign-out$|get-session$|ok$|(send-)?verif|email-otp\/(send-verification-otp|verify-email)$)/;

/** The tags of better-auth's plugins, in words. */
const TAGS: Readonly<Record<string, string>> = {
  Default: 'Sign-in',
  'Email-otp': 'Sign-in codes',
  Admin: 'User administration',
  Organization: 'Organizations',
};

/** Summaries of operations that better-auth does not describe, or describes wrongly. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'post /change-email': 'Change the email address of the user',
  'post /admin/stop-impersonating': 'Return to the session of the administrator',
  'post /organization/add-team-member': 'Add a member to a team',
  'post /organization/cancel-invitation': 'Cancel an invitation to an organization',
  'post /organization/check-slug': 'Check whether the slug of an organization is free',
  'post /organization/leave': 'Leave an organization',
  'get /organization/get-active-member-role': 'Get the role of the user in the active organization',
  'get /organization/list-invitations': 'List the invitations to an organization',
  'get /organization/list-members': 'List the members of an organization',
};

/** Removes password members from schemas: no endpoint here accepts or returns one. */
function withoutPasswords<Described>(described: Described): Described {
  return JSON.parse(JSON.stringify(described), (_name, value: unknown) => {
    if (Array.isArray(value)) return value.filter((item) => item !== 'password');
    if (typeof value === 'object' && value !== null) delete (value as Json).password;
    return value;
  });
}

/** A JSON schema. */
type Schema = Readonly<Json>;

const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const record = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** Error responses of auth endpoints: all with the standard error body, whatever better-auth documents. */
const REJECTIONS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Sign in first',
  403: 'Forbidden',
  404: 'Not found or disabled',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'The body is too large',
  415: 'The body is not JSON, or is compressed',
  422: 'Unprocessable request',
  429: 'Too many requests: try again later',
  503: 'Unavailable: try again later',
  507: 'The disk is full',
};

/** Response bodies that better-auth does not document, or incorrectly, or without their null case. */
const BODIES: Readonly<Record<string, Schema>> = {
  'post /email-otp/send-verification-otp': {
    type: 'object',
    required: ['success'],
    properties: {
      success: { type: 'boolean' },
      longCodeSeconds: {
        type: 'integer',
        description: 'How long the latest long code is valid; only once the six-digit codes are used up',
      },
    },
  },
  'post /admin/stop-impersonating': record({ session: named('Session'), user: named('User') }),
  'post /organization/delete': named('Organization'),
  'post /organization/cancel-invitation': orNull(named('Invitation')),
  'get /organization/list-invitations': list(named('Invitation')),
  'get /organization/list-teams': list(named('Team')),
  'post /organization/create-team': named('Team'),
  'post /organization/update-team': orNull(named('Team')),
  'get /organization/list-team-members': list(named('TeamMember')),
  'post /organization/add-team-member': named('TeamMember'),
  'post /organization/check-slug': record({ status: { type: 'boolean' } }),
  'post /organization/leave': named('Member'),
  'get /organization/list-members': record({ members: list(named('Member')), total: { type: 'integer' } }),
  'get /organization/get-active-member-role': record({ role: { type: 'string' } }),
  'post /organization/set-active': orNull(named('Organization')),
  'post /organization/set-active-team': orNull(named('Team')),
  'get /organization/get-organization': orNull(named('Organization')),
  'get /organization/get-full-organization': orNull(named('Organization')),
};

/**
 * The headers of the auth endpoints' responses by status. The limits by IP address say when to retry; the
 * limits of codes and invitations do not.
 */
const HEADERS: Readonly<Record<number, DeclaredHeaders>> = {
  ...errorHeaders,
  200: { 'Set-Cookie': 'sometimes' },
  302: { Location: 'always', 'Set-Cookie': 'sometimes' },
  429: { 'Retry-After': 'sometimes', 'X-Retry-After': 'sometimes' },
};

/** Operations that respond with a redirect. */
const REDIRECTING = /^get \/(verify-email|reset-password\/{token}|delete-user\/callback)$/;

/** Returns an auth operation's responses; `operation`: its method and path, `described`: better-auth's. */
function responsesOf(operation: string, described: Json = {}): Json {
  const own = Object.entries(described).filter(([status]) => Number(status) < 400);
  const rejections = Object.entries(REJECTIONS).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: ERROR_SCHEMA } } },
  ]);
  const body = BODIES[operation];
  const responses = {
    ...(withNulls(Object.fromEntries(own)) as Json),
    ...(body && { 200: { description: 'Success', content: { 'application/json': { schema: body } } } }),
    ...(REDIRECTING.test(operation) && { 302: { description: 'Redirects to another address' } }),
    ...Object.fromEntries(rejections),
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...(response as object), headers: describeHeaders(HEADERS[Number(status)] ?? {}) },
    ]),
  );
}

/** Converts `nullable` of OpenAPI 3.0 to the form of 3.1, in any part of a document. */
const toOpenApi31 = (part: unknown): unknown =>
  mapSchemas(part, ({ nullable, ...schema }) => (nullable === true ? mayBeNull(schema) : schema));

/** Makes optional members nullable: better-auth documents nullable columns so, but responds with null. */
const withNulls = (part: unknown): unknown => mapSchemas(toOpenApi31(part), withNullableMembers);

/** Returns a part of a document with each object in it mapped, the inner ones first. */
function mapSchemas(part: unknown, map: (schema: Json) => unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => mapSchemas(item, map));
  if (typeof part !== 'object' || part === null) return part;
  return map(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, mapSchemas(value, map)])));
}

function withNullableMembers(schema: Json): unknown {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    needed.includes(name) ? member : mayBeNull(member),
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

function mayBeNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if ('$ref' in schema) return orNull(schema);
  if (typeof type !== 'string') return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
