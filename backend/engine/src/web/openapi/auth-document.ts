import { betterAuth } from 'better-auth';
import { openAPI } from 'better-auth/plugins';
import type { Auth } from '#backend/access/auth/auth.ts';
import { sessionCookie } from '#backend/access/auth/constants.ts';
import { isDisabledPath } from '#backend/access/auth/disabled-paths.ts';
import { responsesOf, withNulls } from './auth-answers.ts';

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
    .filter(([path]) => !isDisabledPath(path) && path !== '/open-api/generate-schema')
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
 * Adapts an operation to the product's document: sets its tag, drops its own security, and corrects its
 * responses.
 */
function toOperation({ security, tags, operationId, responses, ...operation }: Json, name: string): Json {
  const [group] = (tags as string[] | undefined) ?? [];
  return {
    ...operation,
    responses: responsesOf(name, responses as Json),
    tags: [group && group !== 'Default' ? `Sign-in: ${group}` : 'Sign-in'],
    ...(typeof operationId === 'string' && { operationId: `auth.${operationId}` }),
  };
}

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
