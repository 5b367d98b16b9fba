import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOfRequest } from '#backend/testing/files-of-request.ts';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { createSession } from '#backend/testing/session-fixtures.ts';

/** Tests read the constants of these files through functions, which the server itself does not call. */
const ONLY_CONSTANTS = [
  'backend/engine/src/access/auth/constants.ts',
  'backend/engine/src/database/id.ts',
  'contract/engine/src/records/init.ts',
  'contract/engine/src/schema/fields/date.ts',
];
/** See "A request for a list" and "A write" in ARCHITECTURE.md, which name them. */
const MAX_FILES = { list: 19, create: 22, update: 23 };

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
});
afterAll(() => server?.close());

/** Sends a request as an admin, and returns its response. */
async function call(path: string, { method = 'GET', json, ...headers }: Record<string, unknown> = {}) {
  cookie ??= await createSession(server, 'admin');
  const response = await fetch(`${server.url}${path}`, {
    method: String(method),
    headers: { cookie, origin: server.url, 'content-type': 'application/json', ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { etag: response.headers.get('etag'), body: await response.json(), status: response.status };
}
let cookie: string | undefined;

/** Returns the files that a kind of request runs through, once what it prepares is there. */
async function filesOf(send: () => Promise<unknown>): Promise<string[]> {
  await send();
  await send();
  return (await filesOfRequest(send)).filter((file) => !ONLY_CONSTANTS.includes(file));
}

let number = 0;
const create = async (headers?: Record<string, string>) => {
  const [genre] = (await genres).body;
  number++;
  const json = { title: `Book ${number}`, author: 'Reader', genre: genre.id };
  const answer = await call('/api/books', { method: 'POST', json, ...headers });
  expect(answer.status).toBe(201);
  return answer;
};
let genres: ReturnType<typeof call>;

test('a request for a list runs through few files, so that a reader can follow it', async () => {
  const files = await filesOf(async () => {
    expect((await call('/api/books?_end=10&_sort=title')).body).toHaveLength(10);
  });
  expect(files).toContain('backend/engine/src/records/resources/operations/list.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MAX_FILES.list);
});

test('a create and an update run through few files, with an Idempotency-Key and an If-Match', async () => {
  genres = call('/api/genres?_end=1');
  await genres;
  const plain = await filesOf(() => create());
  expect(plain).toContain('backend/engine/src/records/resources/write/write-changes.ts');
  expect(plain.length, plain.join('\n')).toBeLessThanOrEqual(MAX_FILES.create);
  const keyed = await filesOf(() => create({ 'idempotency-key': `key ${++number}`.replace(' ', '-') }));
  expect(keyed.length, keyed.join('\n')).toBeLessThanOrEqual(MAX_FILES.create);
  let { etag, body } = await create();
  const updated = await filesOf(async () => {
    const json = { publisher: `Publisher ${++number}` };
    const answer = await call(`/api/books/${body.id}`, { method: 'PATCH', json, 'if-match': etag });
    expect(answer.status).toBe(200);
    ({ etag, body } = answer);
  });
  expect(updated).toContain('backend/engine/src/records/resources/write/write-changes.ts');
  expect(updated.length, updated.join('\n')).toBeLessThanOrEqual(MAX_FILES.update);
});
