import { type DeclaredHeaders, errorHeaders } from '@bindery/contract/records/route-parts.ts';
import { describeHeaders } from './headers.ts';
import { ERROR_SCHEMA } from './schemas.ts';

/** A JSON schema. */
type Schema = Readonly<Record<string, unknown>>;
type Responses = Readonly<Record<string, unknown>>;

const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const record = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/**
 * Error responses of the auth endpoints: all have the standard error body, whatever better-auth documents.
 */
const REFUSALS: Readonly<Record<number, string>> = {
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

/**
 * Response bodies that better-auth does not document, documents incorrectly, or documents without their null
 * case.
 */
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
const REDIRECTING = new Set([
  'get /verify-email',
  'get /reset-password/{token}',
  'get /delete-user/callback',
]);

/**
 * Returns the responses of an auth operation: `operation` is its method and path, `described` better-auth's
 * own responses.
 */
export function responsesOf(operation: string, described: Responses = {}): Responses {
  const own = Object.entries(described).filter(([status]) => Number(status) < 400);
  const refusals = Object.entries(REFUSALS).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: ERROR_SCHEMA } } },
  ]);
  const body = BODIES[operation];
  const responses = {
    ...(withNulls(Object.fromEntries(own)) as Responses),
    ...(body && { 200: { description: 'Success', content: { 'application/json': { schema: body } } } }),
    ...(REDIRECTING.has(operation) && { 302: { description: 'Redirects to another address' } }),
    ...Object.fromEntries(refusals),
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...(response as object), headers: describeHeaders(HEADERS[Number(status)] ?? {}) },
    ]),
  );
}

/** Converts `nullable` of OpenAPI 3.0 to the form of 3.1, in any part of a document. */
export const toOpenApi31 = (part: unknown): unknown =>
  mapSchemas(part, ({ nullable, ...schema }) => (nullable === true ? mayBeNull(schema) : schema));

/**
 * Makes every optional member of a schema nullable: better-auth documents nullable columns only as optional,
 * but responds with null.
 */
export const withNulls = (part: unknown): unknown => mapSchemas(toOpenApi31(part), withNullableMembers);

/** Returns a part of a document with each object in it mapped, the inner ones first. */
function mapSchemas(part: unknown, map: (schema: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => mapSchemas(item, map));
  if (typeof part !== 'object' || part === null) return part;
  return map(Object.fromEntries(Object.entries(part).map(([name, value]) => [name, mapSchemas(value, map)])));
}

function withNullableMembers(schema: Record<string, unknown>): unknown {
  const { properties, required } = schema;
  if (typeof properties === 'object' && properties !== null) {
    const needed = Array.isArray(required) ? required : [];
    const members = Object.entries(properties).map(([name, member]) => [
      name,
      needed.includes(name) ? member : mayBeNull(member),
    ]);
    return { ...schema, properties: Object.fromEntries(members) };
  }
  return schema;
}

function mayBeNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string' || '$ref' in schema) return '$ref' in schema ? orNull(schema) : schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
