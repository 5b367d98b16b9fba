import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOfRequest } from '#backend/testing/files-of-request.ts';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { createSession } from '#backend/testing/session-fixtures.ts';

/** Tests read the constants of these files through functions, which the server itself does not call. */
const ONLY_CONSTANTS = ['backend/engine/src/access/auth/constants.ts', 'contract/engine/src/records/init.ts'];
/** See "A request for a list" in ARCHITECTURE.md, which names them. */
const MOST_FILES = 19;

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
});
afterAll(() => server?.close());

test('a request for a list runs through few files, so that a reader can follow it', async () => {
  const cookie = await createSession(server, 'admin');
  const list = async () => {
    const response = await fetch(`${server.url}/api/books?_end=10&_sort=title`, { headers: { cookie } });
    expect(await response.json()).toHaveLength(10);
  };
  await list();
  await list();
  const files = (await filesOfRequest(list)).filter((file) => !ONLY_CONSTANTS.includes(file));
  expect(files).toContain('backend/engine/src/records/resources/operations/list.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES);
});
