import { get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

/** Returns the content encoding of a response for a client that accepts brotli. */
const packing = (path: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    get(server.url + path, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume();
      resolve(answer.headers['content-encoding']);
    }).on('error', reject);
  });

it('long API responses are compressed', async () => {
  expect(await packing('/api/openapi.json')).toBe('br');
});

it('short responses are not compressed', async () => {
  expect(await packing('/api/books')).toBeUndefined();
});
