import { product } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#backend/access/auth/constants.ts';
import { raw } from '#backend/testing/raw-request.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    VITE_BASE_URL: 'https://bindery.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
    AUTH_SECRET: 'x'.repeat(32),
  });
});
afterAll(() => server?.close());

/** Requests a code with a different spoofed IP address each time. */
const ask = (number: number) =>
  raw(server.url, {
    path: '/api/auth/email-otp/send-verification-otp',
    headers: {
      host: 'bindery.example.com',
      'x-forwarded-for': `203.0.113.${number}`,
      [CLIENT_ADDRESS_HEADER]: `203.0.113.${number}`,
    },
    json: { email: `reader${number}@example.com`, type: 'sign-in' },
  });

describe('a server that is not in local mode', () => {
  it('allows ten code requests a minute per IP address, whatever address the client claims to have', async () => {
    for (let number = 0; number < 10; number++) expect((await ask(number)).status).not.toBe(429);
    const { status, headers, body } = await ask(10);
    expect(status).toBe(429);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS', requestId: expect.any(String) });
  });

  it('sets its cookies for https only, and makes browsers use nothing else', async () => {
    const { headers } = await ask(12);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const [cookie] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`^__Secure-${product().slug}\\.browser=.*Secure`));
  });
});
