import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    VITE_BASE_URL: 'https://bindery.example.com',
    SMTP_URL: 'smtp://127.0.0.1:1',
    AUTH_SECRET: 'x'.repeat(32),
  });
});
afterAll(() => server?.close());

/** Asks for a code, as a program that claims to be somewhere else each time. */
const ask = (number: number) =>
  fetch(`${server.url}/api/auth/email-otp/send-verification-otp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.113.${number}`,
      'x-bindery-client-address': `203.0.113.${number}`,
    },
    body: JSON.stringify({ email: `reader${number}@example.com`, type: 'sign-in' }),
  });

describe('a server that is not on the own machine', () => {
  it('lets one network address ask for ten codes a minute, whatever address it claims to have', async () => {
    const answers: Response[] = [];
    for (let number = 0; number < 11; number++) answers.push(await ask(number));
    expect(answers.slice(0, 10).map(({ status }) => status)).not.toContain(429);
    const refused = answers[10];
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', requestId: expect.any(String) });
  });

  it('sends its cookies over https only', async () => {
    const [cookie] = (await ask(12)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-bindery\.browser=.*Secure/);
  });
});
