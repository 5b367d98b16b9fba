import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await server.signIn('reader@example.com');
});
afterAll(() => server?.close());

const post = (path: string, headers: Record<string, string>, body = '{}') =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

describe('every refusal', () => {
  it('has the one body, with the id of the request that the log line carries', async () => {
    const answer = await fetch(`${server.url}/api/nothing`, { headers: { 'x-request-id': 'request-4711' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-request-id')).toBe('request-4711');
    expect(await answer.json()).toEqual({
      code: 'NOT_FOUND',
      message: 'There is nothing here',
      requestId: 'request-4711',
    });
  });

  it('takes no id of a request that could be something else', async () => {
    const answer = await fetch(`${server.url}/api/nothing`, { headers: { 'x-request-id': '<script>' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('names a body that is no JSON', async () => {
    const answer = await post('/api/fn/init', {}, '{"data":');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('not valid JSON'),
    });
  });

  it.each(['/api/fn/init', '/api/auth/sign-out'])('names a body that is too large, at %s', async (path) => {
    const answer = await post(path, {}, JSON.stringify({ data: 'x'.repeat(200_000) }));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('holds for what better-auth refuses too', async () => {
    const answer = await fetch(`${server.url}/api/auth/list-sessions`);
    expect(answer.status).toBe(401);
    expect(Object.keys(await answer.json()).sort()).toEqual(['code', 'message', 'requestId']);
    expect((await fetch(`${server.url}/api/auth/nothing`)).status).toBe(404);
  });
});

describe('a write that carries the session', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['an origin that hides', { origin: 'null' }],
    ['our host on another port', { origin: 'http://127.0.0.1:1' }],
    ['another site, says the browser', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of our site, says the browser', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s, below /api/auth as elsewhere', async (_, headers) => {
    for (const path of ['/api/auth/sign-out', '/api/fn/init', '/api/books']) {
      expect((await post(path, { cookie, ...(headers as Record<string, string>) })).status).toBe(403);
    }
  });

  it('is let through from our own pages, and from programs', async () => {
    expect((await post('/api/fn/init', { cookie, origin: server.url })).status).toBe(200);
    expect((await post('/api/fn/init', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await post('/api/fn/init', { cookie })).status).toBe(200);
  });
});

describe('every answer', () => {
  it('keeps browsers from guessing, framing and leaking', async () => {
    const { headers } = await fetch(`${server.url}/api/fn/init`);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.has('x-powered-by')).toBe(false);
  });
});
