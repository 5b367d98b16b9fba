import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let turnstile: Server;
let server: TestServer;
const checked: unknown[] = [];
beforeAll(async () => {
  // Replaces Cloudflare; accepts only the captcha response of a human.
  turnstile = createServer(async (req, res) => {
    const question = (await json(req)) as { response: string };
    checked.push(question);
    if (question.response === 'breaks') return void res.destroy();
    res
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ success: question.response === 'person' }));
  });
  await new Promise<void>((resolve) => turnstile.listen(0, '127.0.0.1', resolve));
  server = await startServer({
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'secret',
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(turnstile.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  await server?.close();
  turnstile?.close();
});

const ask = (answer?: string) =>
  server.browser().fetch('/api/auth/email-otp/send-verification-otp', {
    json: { email: 'reader@example.com', type: 'sign-in' },
    headers: answer ? { 'x-captcha-response': answer } : {},
  });

describe('a code, when a captcha is configured', () => {
  it('is sent when the captcha has been solved', async () => {
    expect((await ask('person')).status).toBe(200);
    expect(checked.at(-1)).toMatchObject({ secret: 'secret', response: 'person' });
  });

  it.each([
    [undefined, 400, 'MISSING_RESPONSE'],
    ['robot', 403, 'VERIFICATION_FAILED'],
    ['breaks', 503, 'SERVICE_UNAVAILABLE'],
  ])('is not sent for the captcha response %j: %i %s', async (answer, status, code) => {
    const rejected = await ask(answer);
    expect(rejected.status).toBe(status);
    expect(await rejected.json()).toMatchObject({ code, requestId: expect.any(String) });
  });

  it('has its captcha key in the initial data, and the page’s CSP allows the captcha', async () => {
    const page = await fetch(`${server.url}/login`);
    expect(await page.text()).toContain('"captchaSiteKey":"site"');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com/);
    expect(policy).toContain('frame-src https://challenges.cloudflare.com');
  });
});
