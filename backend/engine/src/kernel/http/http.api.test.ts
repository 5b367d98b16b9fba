import zlib, { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { raw } from '#backend/testing/raw-request.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

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

describe('every error response', () => {
  it('has the standard error body, with the same request id as the log line', async () => {
    const response = await fetch(`${server.url}/api/nothing`, {
      headers: { 'x-request-id': 'request-4711' },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('x-request-id')).toBe('request-4711');
    expect(await response.json()).toEqual({
      code: 'NOT_FOUND',
      message: 'Not found',
      requestId: 'request-4711',
    });
  });

  it('ignores a request id with unsafe characters', async () => {
    const response = await fetch(`${server.url}/api/nothing`, { headers: { 'x-request-id': '<script>' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('reports a body that is not JSON', async () => {
    const response = await post('/api/fn/init', {}, '{"data":');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('not valid JSON'),
    });
  });

  it.each([
    ['text/plain', /Content-Type .* application\/json/],
    ['application/x-www-form-urlencoded', /Content-Type .* application\/json/],
    ['application/json; charset=latin1', /UTF-8/],
  ])('names the problem of a body of the type %s', async (type, message) => {
    const response = await post('/api/views', { cookie, origin: server.url, 'content-type': type });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(message),
    });
  });

  it.each(['/api/views', '/api/books/bulk', '/api/auth/update-user'])(
    'reports a body in another encoding, and stores no replacement characters, at %s',
    async (path) => {
      const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
      const body = Buffer.from('{"name":"Zo\xeb"}', 'latin1');
      const { status, body: error } = await raw(server.url, { method: 'POST', path, headers, body });
      expect({ status, error }).toMatchObject({
        status: 400,
        error: { code: 'INVALID', message: expect.stringContaining('UTF-8') },
      });
    },
  );

  it('reports a missing body as missing', async () => {
    const headers = { cookie, origin: server.url };
    const response = await fetch(`${server.url}/api/views`, { method: 'POST', headers });
    const body = await response.json();
    expect(body).toMatchObject({
      message: 'The request is not valid',
      errors: { body: [expect.anything()] },
    });
  });

  it.each([
    ['GET', 200],
    ['HEAD', 404],
  ])('ignores the body of a read of the session: %s', async (method, expected) => {
    const path = '/api/auth/get-session';
    const headers = { cookie, 'content-length': 2 };
    const { status } = await raw(server.url, { method, path, headers, body: Buffer.from('{}') });
    expect(status).toBe(expected);
  });

  it.each(['/api/auth/get-session', '/api/books', '/login'])('knows no TRACE: %s', async (path) => {
    const { status, body } = await raw(server.url, { method: 'TRACE', path });
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it.each(['/api/fn/init', '/api/auth/sign-out'])('reports a body that is too large, at %s', async (path) => {
    const response = await post(path, {}, JSON.stringify({ data: 'x'.repeat(200_000) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'TOO_LARGE' });
  });

  const book = JSON.stringify({ title: 'Compressed' });
  const compressed = {
    gzip: gzipSync(book),
    deflate: deflateSync(book),
    br: brotliCompressSync(book),
    zstd: zstdCompressSync(book),
    'x-gzip': gzipSync(book),
    GZIP: gzipSync(book),
    'gzip, br': brotliCompressSync(gzipSync(book)),
    'identity, br': brotliCompressSync(book),
    nonsense: Buffer.from(book),
  };
  const decoders = [
    'createGunzip',
    'createInflate',
    'createBrotliDecompress',
    'createZstdDecompress',
    'createUnzip',
  ] as const;

  it.each(Object.entries(compressed))(
    'rejects bodies in %s and decodes nothing of them',
    async (coding, body) => {
      const spies = decoders.map((name) => vi.spyOn(zlib, name));
      try {
        const variants = [body, body.subarray(0, 5), Buffer.from('0b0380ffffffff', 'hex')].flatMap(
          (bytes) => [
            { body: bytes, headers: {} },
            { body: bytes, headers: { 'content-length': bytes.length } },
          ],
        );
        for (const path of [
          '/api/books',
          '/api/auth/sign-out',
          '/api/fn/init',
          '/api/books/bulk',
          '/api/files',
        ])
          for (const { body: bytes, headers } of variants) {
            const response = await raw(server.url, {
              path,
              body: bytes,
              headers: { cookie, 'content-type': 'application/json', ...headers, 'content-encoding': coding },
            });
            expect({ path, status: response.status, body: response.body }).toMatchObject({
              status: 415,
              body: {
                code: 'UNSUPPORTED_ENCODING',
                message: expect.stringContaining(JSON.stringify(coding)),
              },
            });
          }
        for (const spy of spies) expect(spy).not.toHaveBeenCalled();
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
    },
  );

  it.each(['identity', 'Identity'])('reads a body that is declared as uncompressed: %s', async (coding) => {
    const response = await post('/api/fn/init', { 'content-encoding': coding }, '{}');
    expect(response.status).toBe(200);
  });

  const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  const asProgram = (path: string, body?: string) =>
    fetch(server.url + path, {
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body }),
    });

  it.each(INHERITED)('reports a member named like one of Object.prototype: %s', async (name) => {
    const calls = [
      asProgram(`/api/books?${name}=1`),
      asProgram('/api/books', `{"${name}":1}`),
      asProgram(`/api/account/sessions?${name}=1&${name}=2`),
      asProgram(`/api/auth/get-session?${name}=1`),
      asProgram('/api/auth/sign-in/email-otp', `{"${name}":{}}`),
      asProgram('/api/fn/init', `{"data":{"${name}":{"${name}":1}}}`),
    ];
    for (const response of await Promise.all(calls)) {
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect([400, 403]).toContain(response.status);
      const { code, requestId } = (await response.json()) as Record<string, unknown>;
      expect({ code, requestId }).toEqual({
        code: response.status === 400 ? 'INVALID' : 'FORBIDDEN',
        requestId: expect.any(String),
      });
    }
  });

  it.each([
    [
      'an object in place of a text',
      '/api/auth/sign-in/email-otp',
      '{"email":{"toString":1},"otp":"000000"}',
    ],
    ['another kind of text', '/api/auth/sign-in/email-otp', '{"email":["a@example.com"],"otp":7}'],
    ['a NUL', '/api/auth/organization/set-active', '{"organizationId":"a\\u0000b"}'],
    ['half a surrogate pair', '/api/auth/update-user', '{"name":"\\ud800"}'],
    ['nesting without an end', '/api/auth/update-user', `{"name":${'['.repeat(9000)}${']'.repeat(9000)}}`],
    ['a change of nothing', '/api/auth/organization/update', '{"data":{}}'],
  ])('reports input that the auth endpoints cannot process: %s', async (_, path, body) => {
    const response = await asProgram(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  });

  it.each(['constructor', 'a%00b', '%ED%A0%80', 'x'])('rejects a malformed id: %s', async (id) => {
    for (const path of [
      'organization/get-invitation?id=',
      'organization/get-full-organization?organizationId=',
    ]) {
      const { status } = await asProgram(`/api/auth/${path}${id}`);
      expect({ path, known: [400, 403, 404].includes(status) }).toEqual({ path, known: true });
    }
  });

  it.each(['%', '%ED%A0%80'])(
    'names what is wrong with an address that cannot be decoded: %s',
    async (id) => {
      const response = await fetch(`${server.url}/api/books/${id}`);
      const body: unknown = await response.json();
      expect({ status: response.status, body }).toMatchObject({
        status: 400,
        body: { code: 'INVALID', message: 'The address of the request is not percent-encoded in UTF-8' },
      });
    },
  );

  it('has the same body for errors of better-auth', async () => {
    const response = await fetch(`${server.url}/api/auth/list-sessions`);
    expect(response.status).toBe(401);
    expect(Object.keys(await response.json()).sort()).toEqual(['code', 'message', 'requestId']);
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
  ])('is rejected from %s, below /api/auth and elsewhere', async (_, headers) => {
    for (const path of ['/api/auth/sign-out', '/api/fn/init', '/api/books']) {
      expect((await post(path, { cookie, ...(headers as Record<string, string>) })).status).toBe(403);
    }
  });

  it("is accepted from the product's pages, and from clients other than browsers", async () => {
    expect((await post('/api/fn/init', { cookie, origin: server.url })).status).toBe(200);
    expect((await post('/api/fn/init', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await post('/api/fn/init', { cookie })).status).toBe(200);
  });
});

describe('every response', () => {
  it('has headers against MIME sniffing, framing and referrer leaks', async () => {
    const { headers } = await fetch(`${server.url}/api/fn/init`);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=(');
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
  });
});
