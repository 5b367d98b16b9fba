import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { createSession, openSession } from '#backend/testing/session-fixtures.ts';
import { allowUnlimitedCalls } from '#backend/testing/unlimited-calls.ts';
import { INVITATIONS_PER_ADMIN } from './resource-hooks.ts';

let server: TestServer;
let admin: string;

const create = async ({ url }: TestServer, { cookie, ...json }: { cookie: string; [name: string]: string }) =>
  fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
const mailTo = async (email: string) => {
  await expect.poll(() => server.outbox(email).length).toBe(1);
  return server.outbox(email)[0]!;
};

describe('a user whom an admin creates', () => {
  beforeAll(async () => {
    server = await startServer();
    admin = await openSession(server, ADMIN);
  });
  afterAll(() => server?.close());

  it('gets an email with a link to sign in, in the language of the admin, and can sign in', async () => {
    const email = 'ada@example.com';
    expect((await create(server, { cookie: `${admin}; i18next=ar`, email })).status).toBe(201);
    const { html, text, code } = await mailTo(email);
    expect(html).toContain('dir="rtl"');
    expect(text).toContain(`${server.url}/login`);
    expect(code).toBeNull();
    expect(await server.signIn(email)).toBeTruthy();
  });

  it('gets no email if the creation is rejected', async () => {
    const email = 'refused@example.com';
    expect((await create(server, { cookie: admin, email, role: 'nobody' })).status).toBe(400);
    expect((await create(server, { cookie: admin, email: ADMIN })).status).toBe(409);
    // Emails are delivered in the order of their requests.
    await create(server, { cookie: admin, email: 'next@example.com' });
    await mailTo('next@example.com');
    expect(server.outbox(email)).toEqual([]);
  });
});

describe('the invitation of a created user', () => {
  it('counts against the quota of the mailbox, whose tagged addresses count as one', async () => {
    // Requests from loopback addresses would not be counted.
    const remote = await startServer({ TRUSTED_PROXIES: '1' });
    try {
      const cookie = await createSession(remote, 'admin');
      const headers = {
        cookie,
        origin: remote.url,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      };
      for (const tag of ['', '+one', '+two', '+three']) {
        const body = JSON.stringify({ email: `mary${tag}@example.com` });
        expect((await fetch(`${remote.url}/api/users`, { method: 'POST', headers, body })).status).toBe(201);
      }
      const sent = () => remote.outbox().filter(({ to }) => to.startsWith('mary')).length;
      await expect.poll(sent).toBe(2);
    } finally {
      await remote.close();
    }
  });

  it('is limited to 50 users per hour and admin; rejected ones do not count', {
    timeout: 60_000,
  }, async () => {
    const remote = await startServer({ TRUSTED_PROXIES: '1' });
    try {
      await allowUnlimitedCalls(remote);
      const [first, second] = [await createSession(remote, 'admin'), await createSession(remote, 'admin')];
      const made = async (email: string, { cookie = first } = {}) => {
        const response = await fetch(`${remote.url}/api/users`, {
          method: 'POST',
          headers: {
            cookie,
            origin: remote.url,
            'content-type': 'application/json',
            'x-forwarded-for': '203.0.113.7',
          },
          body: JSON.stringify({ email }),
        });
        return { status: response.status, code: (await response.json()).code };
      };
      const { execute } = remote.database;
      expect((await made('first@example.com')).status).toBe(201);
      expect((await made('first@example.com')).status).toBe(409);
      const counted = await execute<{ count: number }>({
        sql: "update rate_limit_counters set count = count + 48 where key like 'create-user %' returning count",
        parameters: [],
      });
      expect(counted).toEqual([{ count: INVITATIONS_PER_ADMIN - 1 }]);
      expect((await made('fiftieth@example.com')).status).toBe(201);
      const rejected = { status: 429, code: 'TOO_MANY_INVITATIONS' };
      expect(await made('next@example.com')).toEqual(rejected);
      expect((await made('next@example.com', { cookie: second })).status).toBe(201);
    } finally {
      await remote.close();
    }
  });

  it('does not fail the creation while the mail server is down', async () => {
    // No server listens on port 1.
    const down = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const cookie = await createSession(down, 'admin');
      expect((await create(down, { cookie, email: 'late@example.com' })).status).toBe(201);
    } finally {
      await down.close();
    }
  });
});
