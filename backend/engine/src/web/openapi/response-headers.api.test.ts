import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import type { HttpClient, TestResponse } from '#backend/testing/browser.ts';
import { resolveReferences } from '#backend/testing/resolve-references.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

interface Header {
  readonly required: boolean;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly responses: Readonly<Record<string, { headers: Readonly<Record<string, Header>> }>> }
        >
      >
    >
  >;
}

/** Headers specific to a response of the API, unlike those that every web server sets. */
const OF_THE_API = /^(etag|link|location|retry-after|ratelimit.*|set-cookie|x-.*)$/;
const OF_SECURITY = /^x-(content-type-options|dns-prefetch-control|frame-options|xss-protection)$/;

interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
}

let server: TestServer;
let document: Document;
let admin: HttpClient;
/** The responses that were compared: `get /api/books 200`. */
const compared = new Set<string>();

beforeAll(async () => {
  server = await startServer();
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
  document = resolveReferences<Document>((await admin.call('/api/openapi.json')).body);
});
afterAll(() => server?.close());

/** Sends a request and compares the headers of its response with the declared ones. */
async function send(
  operation: string,
  { status, browser = admin, ...call }: { status: number; browser?: HttpClient } & Call,
): Promise<TestResponse> {
  const [method = '', path = ''] = operation.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_, name) => call.params?.[name] ?? name) + (call.query ?? '');
  const response = await browser.fetch(url, {
    method: method.toUpperCase(),
    headers: call.headers ?? {},
    ...(call.json !== undefined && { json: call.json }),
  });
  const { status: answered, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') === true;
  const answer: TestResponse = {
    status: answered,
    headers,
    body: isJson && text ? JSON.parse(text) : text || undefined,
  };
  expect({ operation, status: answer.status, body: answer.body }).toMatchObject({ status });
  const declared = document.paths[path]![method]!.responses[String(status)]!.headers;
  const sent = [...answer.headers.keys()].filter((name) => OF_THE_API.test(name) && !OF_SECURITY.test(name));
  const known = Object.keys(declared).map((name) => name.toLowerCase());
  const required = Object.keys(declared).filter((name) => declared[name]!.required);
  expect({ operation, undeclared: sent.filter((name) => !known.includes(name)) }).toEqual({
    operation,
    undeclared: [],
  });
  expect({ operation, missing: required.filter((name) => !answer.headers.has(name)) }).toEqual({
    operation,
    missing: [],
  });
  compared.add(`${operation} ${status}`);
  return answer;
}

async function compareRecords() {
  const genre = newId();
  const row = { id: genre, name: 'Riwaya', created_at: new Date(), updated_at: new Date() };
  await server.database.kysely.insertInto('genres').values(row).execute();
  const book = { title: 'Kidagaa', author: 'Ken Walibora', genre };
  const { body } = await send('post /api/books', { status: 201, json: book });
  await send('post /api/books', { status: 409, json: book });
  await send('post /api/books', { status: 400, json: {} });
  await send('post /api/books', { status: 201, json: { ...book, title: 'Siku Njema' } });
  const page = await send('get /api/books', { status: 200, query: '?_start=0&_end=1' });
  expect(page.headers.has('x-next-cursor')).toBe(true);
  await send('get /api/books', { status: 400, query: '?unknown=1' });
  await send('get /api/books/export', { status: 200, query: '?_fields=title' });
  await send('post /api/books/export', { status: 200, json: { select: { ids: [body.id] } } });

  const params = { id: body.id };
  const json = { publisher: 'Spotlight' };
  const { headers } = await send('get /api/books/{id}', { status: 200, params });
  const etag = headers.get('etag')!;
  await send('get /api/books/{id}', { status: 304, params, headers: { 'if-none-match': etag } });
  await send('patch /api/books/{id}', { status: 200, params, json });
  await send('patch /api/books/{id}', { status: 412, params, json, headers: { 'if-match': etag } });
  await send('put /api/books/{id}', { status: 200, params, json: book });
  await send('get /api/books/{id}/history', { status: 200, params });
  await send('get /api/books/{id}/deletion', { status: 200, params });
  await send('delete /api/books/{id}', { status: 204, params });
  await send('get /api/books/{id}', { status: 404, params });
}

async function compareUsers() {
  const reader = server.browser();
  await reader.signIn('reader@example.com');
  const params = { id: (await reader.call('/api/fn/init')).body.session.user.id };
  await send('get /api/users/{id}/sessions', { status: 200, params });
  await send('get /api/account/sessions', { status: 200 });
  await send('post /api/users/{id}/impersonate', { status: 204, params });
  await send('post /api/account/stop-impersonating', { status: 204 });
  await send('post /api/users/{id}/ban', { status: 204, params, json: {} });
  await send('get /api/account/sessions', { status: 401, browser: reader });
  await send('delete /api/users/{id}/ban', { status: 204, params });
  await send('delete /api/users/{id}/sessions', { status: 204, params });
  await send('delete /api/account/sessions', { status: 204 });
}

/** Returns the successful responses with specific headers, of the endpoints that are compared here. */
function declaringResponses(): string[] {
  return Object.entries(document.paths)
    .filter(([path]) => /^\/api\/(books|users\/\{id\}\/|account|dashboard|health)/.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status, { headers }]) => Number(status) < 400 && Object.keys(headers).length > 1)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
}

describe('the declared headers in the OpenAPI document match the responses', () => {
  it('of the endpoints of records, users, sessions and health', async () => {
    await compareRecords();
    await compareUsers();
    await send('get /api/dashboard', { status: 200 });
    await send('get /api/history', { status: 200, query: '?_end=1' });
    await send('get /api/health/live', { status: 200 });
    await send('get /api/health/ready', { status: 200 });

    const declaring = declaringResponses();
    expect(declaring).toContain('get /api/books 200');
    expect(declaring.filter((response) => !compared.has(response))).toEqual([]);
  });

  it('of the auth endpoints', async () => {
    const browser = server.browser();
    const json = { email: 'other@example.com', type: 'sign-in' };
    await send('post /api/auth/email-otp/send-verification-otp', { status: 200, browser, json });
    await send('get /api/auth/list-sessions', { status: 200 });
    await send('get /api/auth/list-sessions', { status: 401, browser });
    const query = '?token=none&callbackURL=/login';
    await send('get /api/auth/verify-email', { status: 302, browser, query });
  });
});
