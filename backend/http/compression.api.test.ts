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

it('what the API says at length is packed for the way', async () => {
  expect(await packing('/api/openapi.json')).toBe('br');
});

it('what is short goes as it is', async () => {
  expect(await packing('/api/books')).toBeUndefined();
});
