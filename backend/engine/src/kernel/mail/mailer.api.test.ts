import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_USER } from '#backend/access/auth/demo-accounts.ts';
import { raw } from '#backend/testing/raw-request.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

describe('requesting a code while the mail server is down', () => {
  let server: TestServer;
  beforeAll(async () => {
    // No server listens on port 1.
    server = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1', SIGN_UP: 'false' });
    await server.database.kysely
      .insertInto('users')
      .values({ id: '01900000-0000-7000-8000-000000000001', name: 'Known', email: 'known@example.com' })
      .execute();
  });
  afterAll(() => server?.close());

  it.each(['known@example.com', 'unknown@example.com'])('fails with a clear error for %s', async (email) => {
    const json = { email, type: 'sign-in' };
    const response = await server.browser().fetch('/api/auth/email-otp/send-verification-otp', { json });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      code: 'MAIL_UNAVAILABLE',
      message: 'Email is unavailable, try again in a moment',
      requestId: response.headers.get('x-request-id'),
    });
  });
});

describe('the outbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.close());

  it('returns the emails to an address to tests, newest first', async () => {
    const first = await server.browser().askForCode('reader@example.com');
    const second = await server.browser().askForCode('reader@example.com');
    await server.browser().askForCode('other@example.com');
    const mails = await (await fetch(`${server.url}/api/outbox?to=Reader@example.com`)).json();
    expect(mails.map(({ code }: { code: string }) => code)).toEqual([second, first]);
    expect(Object.keys(mails[0]).sort()).toEqual([
      'code',
      'expires',
      'html',
      'sentAt',
      'subject',
      'text',
      'to',
      'usefulUntil',
    ]);
  });

  it('shows users the emails at /outbox', async () => {
    const code = await server.browser().askForCode('person@example.com');
    const page = await (await fetch(`${server.url}/outbox`)).text();
    expect(page).toContain(code);
    expect(page).toContain('person@example.com');
  });

  it('calls only the latest code of an address valid, and none that was used', async () => {
    const marks = async () =>
      [...(await (await fetch(`${server.url}/outbox`)).text()).matchAll(/<li>.*?<\/li>/g)]
        .map(([item]) => item)
        .filter((item) => item.includes('marked@example.com'))
        .map((item) => /class="mark[^>]*>([^<]*)</.exec(item)?.[1]);
    const shown = async () => (await fetch(`${server.url}/outbox`)).text();
    const browser = server.browser();
    await browser.askForCode('marked@example.com');
    const code = await browser.askForCode('marked@example.com');
    const json = { email: 'marked@example.com', otp: '000000' === code ? '111111' : '000000' };
    await browser.fetch('/api/auth/sign-in/email-otp', { json });
    expect(await marks()).toEqual([expect.stringMatching(/^Valid · \d min$/), undefined]);
    expect(await shown()).toContain('Copy code');
    await browser.fetch('/api/auth/sign-in/email-otp', { json: { ...json, otp: code } });
    expect(await marks()).toEqual(['Used', undefined]);
    expect(await shown()).not.toContain('Copy code');
  });

  it('has emails in the visitor’s language', async () => {
    const headers = { cookie: 'i18next=ar' };
    const json = { email: 'arabic@example.com', type: 'sign-in' };
    await server.browser().fetch('/api/auth/email-otp/send-verification-otp', { json, headers });
    await expect.poll(() => server.outbox('arabic@example.com')[0]?.html).toContain('dir="rtl"');
  });
});

describe('a server that is not in local mode', () => {
  it('has no outbox', async () => {
    const server = await startServer({
      VITE_BASE_URL: 'https://bindery.example.com',
      SMTP_URL: 'smtp://127.0.0.1:1',
      AUTH_SECRET: 'x'.repeat(32),
    });
    const headers = { host: 'bindery.example.com' };
    expect((await raw(server.url, { path: '/api/outbox', headers })).status).toBe(404);
    expect((await raw(server.url, { path: '/outbox', headers })).status).toBe(404);
    await server.close();
  });

  it('shows the codes of a demo, whose accounts have no mailbox, without a mail server', async () => {
    const server = await startServer({
      VITE_IS_DEMO: 'true',
      VITE_BASE_URL: 'https://demo.example.com',
      SMTP_URL: 'smtp://127.0.0.1:1',
      AUTH_SECRET: 'x'.repeat(32),
    });
    await server.database.kysely
      .insertInto('users')
      .values({ id: '01900000-0000-7000-8000-000000000001', name: 'User', email: SAMPLE_USER })
      .execute();
    const headers = { host: 'demo.example.com', origin: 'https://demo.example.com' };
    const json = { email: SAMPLE_USER, type: 'sign-in' };
    const path = '/api/auth/email-otp/send-verification-otp';
    const requested = await raw(server.url, { path, headers, json });
    expect(requested.status).toBe(200);
    const outbox = `/api/outbox?to=${SAMPLE_USER}`;
    const mails = async () => (await raw(server.url, { path: outbox, headers })).body;
    await expect.poll(mails).toMatchObject([{ to: SAMPLE_USER, code: expect.stringMatching(/^\d{6}$/) }]);
    await server.close();
  });
});
