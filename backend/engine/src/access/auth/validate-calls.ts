import { fieldErrors } from '@bindery/contract/records/validation.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireFitInput } from '#backend/kernel/http/request-guard.ts';
import type { Auth } from './auth.ts';

/** A request to a better-auth endpoint, before better-auth handles it. */
interface Call {
  readonly method: string;
  readonly url: URL;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A better-auth schema, which is a zod schema. */
interface InputSchema {
  /** The fields of an object. */
  readonly shape?: Readonly<Record<string, unknown>>;
  safeParse(
    value: unknown,
    context: { reportInput: boolean },
  ): { error?: { issues: Parameters<typeof fieldErrors>[0]; message: string } };
}

/** An endpoint of better-auth. One without a path is only called by the server. */
interface AuthEndpoint {
  readonly path?: string;
  readonly options?: { method?: string | string[]; body?: InputSchema; query?: InputSchema };
}

const BASE = '/api/auth';

/** Returns better-auth's endpoints with their paths and schemas, which the type of its API leaves out. */
export const authEndpointsOf = ({ api }: { readonly api: object }): readonly AuthEndpoint[] =>
  Object.values(api);

/**
 * Creates a function that validates requests with the schemas of better-auth's endpoints. better-auth
 * validates too, but only after the hooks, so that the product's hooks could not rely on the type of any
 * field.
 * @returns a function that throws ApiError INVALID with the errors by field.
 */
export function callChecks(auth: Auth): (call: Call) => void {
  const endpoints = authEndpointsOf(auth);
  return ({ method, url, contentType, body }) => {
    const query = queryOf(url);
    requireFitInput(query);
    requireFitInput({ path: decoded(url.pathname) });
    const given = bodyOf(body, contentType);
    requireFitInput(given);
    const path = url.pathname.slice(BASE.length);
    const options = endpoints.find((endpoint) => isFor(endpoint, { method, path }))?.options;
    check(options?.query, query);
    if (given !== undefined || body.length === 0) check(options?.body, given);
  };
}

function isFor({ path, options }: AuthEndpoint, call: { method: string; path: string }): boolean {
  if (!path || ![options?.method ?? 'GET'].flat().includes(call.method)) return false;
  const [parts, called] = [path.split('/'), call.path.split('/')];
  return (
    parts.length === called.length &&
    parts.every((part, index) => part.startsWith(':') || part === called[index])
  );
}

function check(schema: InputSchema | undefined, given: unknown): void {
  const { error } = schema?.safeParse(given, { reportInput: true }) ?? {};
  if (error) throw new ApiError('INVALID', { errors: fieldErrors(error.issues) });
}

/** Returns the query parameters; a repeated parameter becomes an array. */
function queryOf({ searchParams }: URL): Record<string, unknown> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length === 1 ? values[0]! : values;
  }
  return query;
}

/** Returns the body as better-auth parses it; undefined if it ignores or rejects it. */
function bodyOf(body: Uint8Array, contentType: string): unknown {
  if (body.length === 0) return undefined;
  const text = new TextDecoder().decode(body);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return queryOf(new URL(`?${text}`, 'http://localhost'));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ApiError('INVALID');
  }
}
