import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raw } from '#backend/testing/raw-request.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { createVisitors } from '#backend/testing/session-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    VITE_BASE_URL: 'https://bindery.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
    AUTH_SECRET: 'x'.repeat(32),
    API_KEY_CALLS_PER_MINUTE: '3',
    SEED: 'false',
  });
});
afterAll(() => server?.close());

const get = (headers: object) =>
  raw(server.url, { path: '/api/books', headers: { host: 'bindery.example.com', ...headers } });

describe('a server that is not in local mode', () => {
  it('rejects an address that keeps sending invalid keys, but not existing keys', async () => {
    const wrong = { authorization: 'Bearer wrong' };
    const statuses = [];
    for (let tries = 0; tries < 60; tries++) statuses.push((await get(wrong)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const { status, headers, body } = await get(wrong);
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: '3600' });
    expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const [key] = await createVisitors(server, { kind: 'key of an admin', count: 1 });
    expect((await get(key!)).status).toBe(200);
  });

  it('limits the calls of each key separately', async () => {
    const [first, second] = await createVisitors(server, { kind: 'key of an admin', count: 2 });
    const statuses = [];
    // More than twice the limit, which a new minute in between would allow.
    for (let call = 0; call < 8; call++) statuses.push((await get(first!)).status);
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses).toContain(429);
    expect((await get(second!)).status).toBe(200);
  });
});
