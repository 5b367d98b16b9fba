import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const withSession = async (email: string) => {
  const browser = server.browser();
  browser.adopt(await openSession(server, email));
  return browser;
};

const me = async (browser: HttpClient) => (await (await browser.fetch('/api/fn/init')).json()).session?.user;
const update = (browser: HttpClient, json: object) => browser.fetch('/api/auth/update-user', { json });

describe('a user’s own account', () => {
  it('is onboarded when the user sets a name, and stays onboarded when the name changes', async () => {
    const browser = await withSession('new@example.com');
    expect(await me(browser)).toMatchObject({ name: '', onboardedAt: null });
    expect((await update(browser, { name: '  Ada Lovelace ' })).status).toBe(200);
    const { onboardedAt, name } = await me(browser);
    expect(name).toBe('Ada Lovelace');
    expect(onboardedAt).toMatch(/^\d{4}-.+Z$/);
    await update(browser, { name: 'Ada King' });
    expect(await me(browser)).toMatchObject({ name: 'Ada King', onboardedAt });
  });

  it.each([
    ['empty', '   ', 'errors.required'],
    ['too long', 'x'.repeat(256), 'errors.tooLong'],
    ['with markup', '<b>Ada</b>', 'errors.invalid'],
    ['with control characters', 'Ada\u0000', 'errors.invalid'],
    ['not a string', 7, 'errors.invalid'],
  ])('rejects a name that is %s', async (_, name, key) => {
    const rejected = await update(await withSession('names@example.com'), { name });
    expect(rejected.status).toBe(400);
    expect(await rejected.json()).toMatchObject({ code: 'INVALID', errors: { name: [{ key }] } });
  });

  it('stores language and theme, so that they apply on the user’s other devices', async () => {
    await update(await withSession('settled@example.com'), { language: 'sw', theme: 'dark' });
    const elsewhere = await withSession('settled@example.com');
    expect(await me(elsewhere)).toMatchObject({ language: 'sw', theme: 'dark' });
    expect(await (await elsewhere.fetch('/app')).text()).toContain('<html lang="sw"');
    const chosenHere = { headers: { cookie: `${elsewhere.cookies}; i18next=fr` } };
    expect(await (await elsewhere.fetch('/app', chosenHere)).text()).toContain('<html lang="fr"');
    expect(await (await elsewhere.fetch('/app?lng=ar', chosenHere)).text()).toContain('<html lang="ar"');
    const rejected = await update(await withSession('settled@example.com'), { language: 'xx' });
    expect(await rejected.json()).toMatchObject({ errors: { language: [{ key: 'errors.invalidOption' }] } });
  });

  it.each([
    { role: 'admin' },
    { emailVerified: false },
    { onboardedAt: null },
    { email: 'other@example.com' },
    { banned: false },
  ])('rejects changes that only admins or the server may make: %j', async (change) => {
    const browser = await withSession('modest@example.com');
    const before = await me(browser);
    expect((await update(browser, change)).status).toBe(400);
    expect(await me(browser)).toEqual(before);
  });
});

describe('changing your own address', () => {
  const ask = (browser: HttpClient, newEmail: string) =>
    browser.fetch('/api/auth/email-otp/request-email-change', { json: { newEmail } });
  const confirm = (browser: HttpClient, newEmail: string, otp: string) =>
    browser.fetch('/api/auth/email-otp/change-email', { json: { newEmail, otp } });
  const codeTo = async (address: string) => {
    await expect.poll(() => server.outbox(address).length).toBeGreaterThan(0);
    return server.outbox(address)[0]?.code ?? '';
  };

  it('requires the code that was sent to the new address', async () => {
    const browser = await withSession('before@example.com');
    expect((await ask(browser, 'after@example.com')).status).toBe(200);
    const code = await codeTo('after@example.com');
    const wrong = await confirm(browser, 'after@example.com', code === '000000' ? '000001' : '000000');
    expect(await wrong.json()).toMatchObject({ code: 'INVALID_OTP' });
    expect((await confirm(browser, 'after@example.com', code)).status).toBe(200);
    expect(await me(browser)).toMatchObject({ email: 'after@example.com', emailVerified: true });
  });

  it('does not reveal whether an address has an account, and does not reassign an existing one', async () => {
    await server.signIn('taken@example.com');
    const browser = await withSession('curious@example.com');
    const [free, taken] = [await ask(browser, 'free@example.com'), await ask(browser, 'taken@example.com')];
    expect(await taken.text()).toBe(await free.text());
    await codeTo('free@example.com');
    expect(server.outbox('taken@example.com')).toHaveLength(1);
    expect((await confirm(browser, 'taken@example.com', '000000')).status).toBe(400);
  });
});

describe('deleting your own account', () => {
  it('ends its sessions and deletes no other user', async () => {
    const other = await withSession('stays@example.com');
    const phone = await withSession('leaves@example.com');
    const laptop = await withSession('leaves@example.com');
    expect((await phone.fetch('/api/auth/delete-user', { json: {} })).status).toBe(200);
    expect(await me(laptop)).toBeUndefined();
    expect(await me(other)).toMatchObject({ email: 'stays@example.com' });
  });
});
