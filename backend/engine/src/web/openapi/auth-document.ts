import { readable } from '@bindery/contract/schema/names.ts';
import { betterAuth } from 'better-auth';
import { openAPI } from 'better-auth/plugins';
import type { Auth } from '#backend/access/auth/auth.ts';
import { sessionCookie } from '#backend/access/auth/constants.ts';
import { isDisabledPath } from '#backend/access/auth/disabled-paths.ts';
import { responsesOf, toOpenApi31, withNulls } from './auth-answers.ts';

type Json = Record<string, unknown>;

interface Components {
  readonly schemas: Record<string, Json>;
  readonly securitySchemes: Record<string, Json>;
}

/** The parts of better-auth's OpenAPI document that are merged into the product's. */
interface AuthDocument {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Components;
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
    .map(([path, operations]) => [
      `/api/auth${path}`,
      mapValues(withoutPasswords(operations), (operation, method) =>
        toOperation(operation, `${method} ${path}`),
      ),
    ]);
  const secure = options.baseURL.startsWith('https:');
  const session = { type: 'apiKey', in: 'cookie', name: sessionCookie({ secure }) } as const;
  return {
    paths: Object.fromEntries(paths),
    components: {
      schemas: withNulls(withoutPasswords(document.components.schemas)) as Components['schemas'],
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
    responses: responsesOf(name, responses as Json),
    tags: [group && group !== 'Default' ? `Sign-in: ${group}` : 'Sign-in'],
    operationId: `auth.${operationId ?? path.slice(1).replaceAll(/\W+(\w)/g, (_, letter) => letter.toUpperCase())}`,
  };
}

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

const mapValues = <Value, Result>(
  record: Record<string, Value>,
  map: (value: Value, key: string) => Result,
) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
