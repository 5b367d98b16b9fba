import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const sessionOf = async (cookie: string) => {
  const init = await fetch(`${server.url}/api/fn/init?_serverFn=1`, { headers: { cookie } });
  return (await init.json()).session;
};

describe('signing in', () => {
  it('takes the code from the mail and gives a session', async () => {
    const visitor = server.browser();
    const code = await visitor.askForCode('reader@example.com');
    expect(code).toMatch(/^\d{6}$/);
    expect((await visitor.enterCode('reader@example.com', code)).status).toBe(200);
    expect(await sessionOf(visitor.cookies)).toMatchObject({
      user: { email: 'reader@example.com', role: 'user', emailVerified: true, onboardedAt: null },
    });
  });
  it('makes the address that the settings name an admin', async () => {
    expect(await sessionOf(await server.signIn(ADMIN))).toMatchObject({ user: { role: 'admin' } });
  });
});
