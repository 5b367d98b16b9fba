import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { createSession } from '#backend/testing/session-fixtures.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
  cookie = await createSession(server, 'admin');
});
afterAll(() => server?.close());

/** Returns the headers and the body of a response for a client that accepts these encodings. */
const load = (path: string, accepted: string) =>
  new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    get(server.url + path, { headers: { cookie, 'accept-encoding': accepted } }, async (response) => {
      resolve({ headers: response.headers, body: await buffer(response) });
    }).on('error', reject);
  });

const LIST = '/api/books?_end=20&_sort=title';

it('long API responses are compressed', async () => {
  const { headers } = await load('/api/openapi.json', 'br');
  expect(headers['content-encoding']).toBe('br');
});

it('short responses are not compressed', async () => {
  const { headers } = await load('/api/books?_end=1', 'br');
  expect(headers['content-encoding']).toBeUndefined();
});

it('a page of a list is compressed in one call, so that its length is known', async () => {
  const { body: plain } = await load(LIST, 'identity');
  const [brotli, gzip] = [await load(LIST, 'gzip, deflate, br'), await load(LIST, 'gzip')];
  for (const [{ headers, body }, encoding] of [
    [brotli, 'br'],
    [gzip, 'gzip'],
  ] as const)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringContaining('Accept-Encoding'),
    });
  expect(brotliDecompressSync(brotli.body)).toEqual(plain);
  expect(gunzipSync(gzip.body)).toEqual(plain);
  expect((await load(LIST, 'br;q=0, identity')).headers['content-encoding']).toBeUndefined();
});
