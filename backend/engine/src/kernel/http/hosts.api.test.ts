import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_USER } from '#backend/access/auth/demo-accounts.ts';
import { raw } from '#backend/testing/raw-request.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

const PUBLIC = {
  VITE_BASE_URL: 'https://bindery.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  AUTH_SECRET: 'x'.repeat(32),
};

let local: TestServer;
let open: TestServer;
beforeAll(async () => {
  [local, open] = await Promise.all([startServer(), startServer(PUBLIC)]);
});
afterAll(async () => {
  await local?.close();
  await open?.close();
});

const get = (server: TestServer, path: string, headers: Record<string, string>) =>
  raw(server.url, { path, headers });

/** Returns the status of a request with these Host headers, which Node's client would not send. */
const statusOf = async (server: TestServer, { path, hosts }: { path: string; hosts: string[] }) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const lines = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close'];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const answer = await text(socket);
  return answer.split(' ')[1];
};

const PATHS = [
  '/',
  '/login',
  '/api/fn/init',
  '/api/outbox',
  '/outbox',
  '/api/auth/get-session',
  '/assets/x.js',
];

describe('a public server', () => {
  it.each(PATHS)('answers 421 at %s for a host that is not its own', async (path) => {
    for (const host of ['evil.example', 'bindery.example.com.evil.example', 'localhost:3000', '127.0.0.1'])
      expect({ host, status: (await get(open, path, { host })).status }).toEqual({ host, status: 421 });
  });

  it('rejects a foreign host with the standard error body and the security headers', async () => {
    const { body, headers } = await get(open, '/api/books', { host: 'evil.example' });
    expect(body).toMatchObject({
      code: 'MISDIRECTED',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });

  it.each(PATHS)('answers 400 at %s for several Host headers, even if one is its own', async (path) => {
    for (const hosts of [
      ['bindery.example.com', 'evil.example'],
      ['bindery.example.com', 'bindery.example.com'],
    ])
      expect(await statusOf(open, { path, hosts })).toBe('400');
  });

  it.each(['bindery.example.com', 'BINDERY.example.com:443'])(
    'answers for its own host, written %s',
    async (host) => {
      expect((await get(open, '/api/fn/init', { host })).status).toBe(200);
    },
  );
});

describe('a health probe', () => {
  it.each(['/api/health', '/api/health/ready'])('is answered at %s under any host', async (path) => {
    for (const host of ['127.0.0.1:3000', '10.0.0.7:3000'])
      expect((await get(open, path, { host })).status).not.toBe(421);
    const around = '/api/health/../outbox';
    expect((await get(open, around, { host: '10.0.0.7:3000' })).status).toBe(421);
  });
});

describe('a server in local mode', () => {
  it.each(PATHS)('rejects requests at %s for a foreign name that resolves to this machine', async (path) => {
    await local.signIn(ADMIN);
    const { status, text } = await get(local, path, { host: `evil.example:${new URL(local.url).port}` });
    expect(status).toBe(421);
    expect(text).not.toMatch(/\b\d{6}\b/);
  });

  it.each(['localhost', '127.0.0.1', '[::1]', 'bindery.localhost'])('answers for %s', async (host) => {
    expect((await get(local, '/api/outbox', { host: `${host}:3000` })).status).toBe(200);
  });

  it.each(['/api/outbox', '/outbox'])('shows the codes at %s to no user behind a proxy', async (path) => {
    await local.signIn(ADMIN);
    const [code] = local.outbox(ADMIN).flatMap(({ code }) => code ?? []);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via']) {
      const { status, text } = await get(local, path, { [name]: '203.0.113.1' });
      expect({ name, status }).toEqual({ name, status: 404 });
      expect(text).not.toContain(code);
    }
  });

  it('relaxes the rate limits of sign-in only for this machine itself', async () => {
    const ask = (number: number, headers: Record<string, string>) =>
      local.browser().call('/api/auth/email-otp/send-verification-otp', {
        json: { email: `limits${number}@example.com`, type: 'sign-in' },
        headers,
      });
    const statuses = async (headers: Record<string, string>) => {
      const all: number[] = [];
      for (let number = 0; number < 11; number++) all.push((await ask(number, headers)).status);
      return all;
    };
    expect(await statuses({})).not.toContain(429);
    expect((await statuses({ 'x-forwarded-for': '203.0.113.1' })).at(-1)).toBe(429);
    const whole = async (headers: Record<string, string>) => {
      const all: number[] = [];
      for (let call = 0; call < 101; call++)
        all.push((await get(local, '/api/auth/get-session', headers)).status ?? 0);
      return all;
    };
    expect(await whole({})).not.toContain(429);
    expect(await whole({ 'x-forwarded-for': '203.0.113.2' })).toContain(429);
  });
});

describe('a demo', () => {
  it('shows the codes of its two accounts to every visitor', async () => {
    const demo = await startServer({ ...PUBLIC, VITE_IS_DEMO: 'true' });
    const headers = { host: 'bindery.example.com', 'x-forwarded-for': '203.0.113.1' };
    const { status } = await get(demo, `/api/outbox?to=${SAMPLE_USER}`, headers);
    await demo.close();
    expect(status).toBe(200);
  });
});
