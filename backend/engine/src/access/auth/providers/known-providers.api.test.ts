import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProviderUser } from '#backend/testing/identity-provider.ts';
import { createStandIn, knownProviders, type StandInProvider } from '#backend/testing/known-providers.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

describe.each(knownProviders)('signing in with $id', (provider) => {
  let standin: StandInProvider;
  let open: TestServer;
  let closed: TestServer;
  beforeAll(async () => {
    standin = createStandIn(provider);
    open = await startServer({ ...provider.settings });
    closed = await startServer({ ...provider.settings, SIGN_UP: 'false' });
  });
  afterAll(async () => {
    await open?.close();
    await closed?.close();
    standin?.stop();
  });

  const user = (name: string, more: { email_verified?: boolean } = {}) => ({
    email: `${name}@example.com`,
    name: 'Grace Hopper',
    ...more,
  });

  /** Follows all redirects from the sign-in button to the final page, as a browser would. */
  const signInAs = async (server: TestServer, someone: IdentityProviderUser) => {
    const browser = server.browser();
    const json = { provider: provider.id, callbackURL: '/app', errorCallbackURL: '/login/error' };
    const begun = await browser.fetch('/api/auth/sign-in/social', { json });
    const back = await browser.fetch(standin.visit(new URL((await begun.json()).url), someone).href);
    const end = new URL(back.headers.get('location') ?? '', server.url);
    const { session } = await (await browser.fetch('/api/fn/init')).json();
    return { end: end.href.replace(server.url, ''), session, browser };
  };

  it('creates an account for a new user', async () => {
    const { end, session } = await signInAs(open, user('newcomer'));
    expect(end).toBe('/app');
    expect(session.user).toMatchObject({ ...user('newcomer'), role: 'user', emailVerified: true });
  });

  it('sanitizes an invalid name', async () => {
    const name = `<b>Grace</b>\n${'x'.repeat(300)}`;
    const { session } = await signInAs(open, { email: 'odd@example.com', name });
    expect(session.user.name).toMatch(/^b Grace \/b {2}x+$/);
    expect(session.user.name).toHaveLength(255);
  });

  it('signs in to the existing account, even while sign-up is closed', async () => {
    const before = closed.browser();
    await before.signIn(ADMIN);
    const { end, session } = await signInAs(closed, user('admin'));
    expect(end).toBe('/app');
    expect(session.user).toMatchObject({ email: ADMIN, role: 'admin' });
    expect((await signInAs(closed, user('admin'))).session.user.id).toBe(session.user.id);
  });

  it('shows new users that sign-up is closed', async () => {
    const { end, session } = await signInAs(closed, user('stranger'));
    expect(session).toBeNull();
    expect(end).toBe('/login/error?error=signup_disabled');
  });

  it('shows that access was denied', async () => {
    const { end, session } = await signInAs(open, 'denies');
    expect(session).toBeNull();
    expect(end).toBe('/login/error?error=access_denied');
  });

  it('shows a banned user that they are banned', async () => {
    const { session } = await signInAs(open, user('banned'));
    const { id } = session.user;
    await open.database.kysely.updateTable('users').set({ banned: true }).where('id', '=', id).execute();
    const again = await signInAs(open, user('banned'));
    expect(again.session).toBeNull();
    expect(again.end).toMatch(/^\/login\/error\?error=BANNED_USER&/);
  });

  it('does not sign in to an account with an address that the provider has not verified', async () => {
    await open.signIn('victim@example.com');
    const { end, session } = await signInAs(open, user('victim', { email_verified: false }));
    expect(session).toBeNull();
    expect(end).toMatch(/^\/login\/error\?error=account_not_linked/);
  });

  it('does not let an attacker pre-register an address: the account goes to the user who verifies it', async () => {
    const squatter = await signInAs(open, user('owner', { email_verified: false }));
    expect(squatter.session.user.emailVerified).toBe(false);
    const owner = open.browser();
    await owner.signIn('owner@example.com');
    const { session } = await (await squatter.browser.fetch('/api/fn/init')).json();
    expect(session).toBeNull();
    expect((await signInAs(open, user('owner', { email_verified: false }))).session).toBeNull();
  });

  it('does not make a user the first admin with an address that the provider has not verified', async () => {
    const { session, end } = await signInAs(open, user('admin', { email_verified: false }));
    expect(session).toBeNull();
    expect(end).toMatch(/^\/login\/error\?error=/);
    expect((await signInAs(open, user('admin'))).session.user).toMatchObject({ role: 'admin' });
  });

  it('rejects a code that the provider did not issue', async () => {
    const browser = open.browser();
    const json = { provider: provider.id, callbackURL: '/app', errorCallbackURL: '/login/error' };
    const begun = await browser.fetch('/api/auth/sign-in/social', { json });
    const back = standin.visit(new URL((await begun.json()).url), user('thief'));
    back.searchParams.set('code', 'made up');
    const end = (await browser.fetch(back.href)).headers.get('location');
    expect(end).toContain('/login/error?error=invalid_code');
  });

  it('rejects a callback that was meant for another browser', async () => {
    const json = { provider: provider.id, callbackURL: '/app', errorCallbackURL: '/login/error' };
    const begun = await open.browser().fetch('/api/auth/sign-in/social', { json });
    const back = standin.visit(new URL((await begun.json()).url), user('thief'));
    const victim = open.browser();
    expect((await victim.fetch(back.href)).headers.get('location')).toContain('/login/error?error=');
    expect((await (await victim.fetch('/api/fn/init')).json()).session).toBeNull();
  });
});
