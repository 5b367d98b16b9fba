import { product } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const sessionOf = async (cookie: string) => {
  const init = await fetch(`${server.url}/api/fn/init?_serverFn=1`, { headers: { cookie } });
  return (await init.json()).session;
};

describe('signing in', () => {
  it('accepts the code from the email and creates a session', async () => {
    const visitor = server.browser();
    const code = await visitor.askForCode('reader@example.com');
    expect(code).toMatch(/^\d{6}$/);
    expect((await visitor.enterCode('reader@example.com', code)).status).toBe(200);
    expect(await sessionOf(visitor.cookies)).toMatchObject({
      user: { email: 'reader@example.com', role: 'user', emailVerified: true, onboardedAt: null },
    });
  });

  it('gives the user with the address ADMIN_EMAIL the admin role', async () => {
    expect(await sessionOf(await server.signIn(ADMIN))).toMatchObject({ user: { role: 'admin' } });
  });

  it('treats the address in upper case as the same account', async () => {
    const first = await sessionOf(await server.signIn('capital@example.com'));
    const visitor = server.browser();
    const code = await visitor.askForCode('capital@example.com');
    await visitor.enterCode('Capital@Example.com', code);
    expect(await sessionOf(visitor.cookies)).toMatchObject({ user: { id: first.user.id } });
  });

  it('rejects an invalid code and a used one', async () => {
    const visitor = server.browser();
    const code = await visitor.askForCode('once@example.com');
    const wrong = await visitor.enterCode('once@example.com', code === '000000' ? '000001' : '000000');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ code: 'INVALID_OTP', requestId: expect.any(String) });
    expect((await visitor.enterCode('once@example.com', code)).status).toBe(200);
    expect((await visitor.enterCode('once@example.com', code)).status).toBe(400);
  });

  it('accepts a code only from the browser that requested it', async () => {
    const asking = server.browser();
    const code = await asking.askForCode('bound@example.com');
    const other = server.browser();
    expect(await (await other.enterCode('bound@example.com', code)).json()).toMatchObject({
      code: 'INVALID_OTP',
    });
    await other.askForCode('bound@example.com');
    expect(await (await other.enterCode('bound@example.com', code)).json()).toMatchObject({
      code: 'INVALID_OTP',
    });
    expect((await asking.enterCode('bound@example.com', code)).status).toBe(200);
  });

  it('stores codes as hashes, and hides the browser cookie from scripts', async () => {
    const visitor = server.browser();
    const asked = await visitor.fetch('/api/auth/email-otp/send-verification-otp', {
      json: { email: 'hashed@example.com', type: 'sign-in' },
    });
    expect(asked.headers.get('set-cookie')).toMatch(
      new RegExp(`^${product().slug}\\.browser=[\\w-]{43};.*HttpOnly; SameSite=Lax`),
    );
    const code = await visitor.askForCode('hashed@example.com');
    const rows = await server.database.kysely
      .selectFrom('verifications')
      .select(['identifier', 'value'])
      .execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.split('=')[1]);
  });

  it('has no other endpoint that checks a code', async () => {
    const visitor = server.browser();
    const otp = await visitor.askForCode('other@example.com');
    const json = { email: 'other@example.com', otp, type: 'sign-in' };
    const checked = await visitor.fetch('/api/auth/email-otp/check-verification-otp', { json });
    expect(checked.status).toBe(404);
    expect(await checked.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('rejects a body that is not JSON and an invalid address with clear errors', async () => {
    const broken = await fetch(`${server.url}/api/auth/email-otp/send-verification-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":',
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    for (const email of ['nobody', `${'nobody'.repeat(10_000)}@example.com`]) {
      const json = { email, type: 'sign-in' };
      const nobody = await server.browser().fetch('/api/auth/email-otp/send-verification-otp', { json });
      expect(await nobody.json()).toMatchObject({ code: 'INVALID_EMAIL' });
    }
  });

  it('creates one account for a user who signs up twice concurrently', async () => {
    const email = 'twice@example.com';
    const [phone, laptop] = [server.browser(), server.browser()];
    const [first, second] = [await phone.askForCode(email), await laptop.askForCode(email)];
    const responses = await Promise.all([phone.enterCode(email, first), laptop.enterCode(email, second)]);
    for (const response of responses)
      if (response.status !== 200)
        expect(await response.json()).toMatchObject({ code: 'USER_ALREADY_EXISTS' });
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    const users = server.database.kysely.selectFrom('users').select('id').where('email', '=', email);
    expect(await users.execute()).toHaveLength(1);
  });

  it('ends immediately when the user signs out', async () => {
    const visitor = server.browser();
    await visitor.signIn('leaver@example.com');
    const cookie = visitor.cookies;
    expect((await visitor.fetch('/api/auth/sign-out', { json: {} })).status).toBe(200);
    expect(await sessionOf(cookie)).toBeNull();
  });
});
