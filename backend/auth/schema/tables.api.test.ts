import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

it('better-auth finds everything it needs in the tables that our migrations make', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(server.auth.options);
  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
});
