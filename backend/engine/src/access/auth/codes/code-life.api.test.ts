import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
/** The validity of a code according to the pages. */
let stated: number;
beforeAll(async () => {
  server = await startServer();
  stated = (await server.browser().call('/api/fn/init')).body.settings.codeMinutes * 60_000;
});
afterAll(() => server?.close());
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** The purposes of codes, each with the requests that send and enter a code. */
const purposes = {
  'to sign in': {
    ask: { path: 'send-verification-otp', body: { email: 'reader@example.com', type: 'sign-in' } },
    enter: { path: '/api/auth/sign-in/email-otp', body: { email: 'reader@example.com' } },
  },
  'to verify one’s own address': {
    ask: { path: 'send-verification-otp', body: { email: 'reader@example.com', type: 'email-verification' } },
    enter: { path: '/api/auth/email-otp/verify-email', body: { email: 'reader@example.com' } },
  },
  'to change one’s address': {
    ask: { path: 'request-email-change', body: { newEmail: 'moved@example.com' } },
    enter: { path: '/api/auth/email-otp/change-email', body: { newEmail: 'moved@example.com' } },
  },
} as const;

describe.each(Object.entries(purposes))('a code %s', (_, { ask, enter }) => {
  const to = 'newEmail' in ask.body ? ask.body.newEmail : ask.body.email;

  /** Requests a code and waits for its email. */
  const codeFor = async (browser: HttpClient) => {
    const before = server.outbox(to).length;
    await browser.call(`/api/auth/email-otp/${ask.path}`, { json: ask.body });
    await expect.poll(() => server.outbox(to).length).toBe(before + 1);
    return server.outbox(to)[0];
  };
  const entered = (browser: HttpClient, otp: string | null | undefined) =>
    browser.call(enter.path, { json: { ...enter.body, otp } });
  const signedIn = async () => {
    const browser = server.browser();
    await browser.signIn('reader@example.com');
    return browser;
  };

  it('is rejected after the validity in the page and the email', async () => {
    const browser = await signedIn();
    const mail = await codeFor(browser);
    expect(mail?.text).toContain(`Valid for ${stated / 60_000} minutes`);
    later(stated + SECOND);
    expect((await entered(browser, mail?.code)).body).toMatchObject({ code: 'OTP_EXPIRED' });
  });

  it('is accepted until just before', async () => {
    const browser = await signedIn();
    const mail = await codeFor(browser);
    later(stated - 20 * SECOND);
    expect((await entered(browser, mail?.code)).status).toBe(200);
  });
});

it('pages state a validity of five minutes', () => {
  expect(stated).toBe(5 * 60_000);
});
