import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PeopleAtWork } from '../testing/user-fixture.ts';

let at: PeopleAtWork;
beforeAll(async () => {
  at = await PeopleAtWork.start();
});
afterAll(() => at?.close());

const HARMFUL = [
  { name: '<img src=x>' },
  { name: 'x'.repeat(256) },
  { name: { a: 1 } },
  { image: 'https://example.com/watching.png' },
  { language: 'xx' },
  { theme: 'plaid' },
];

describe('what is said about a person', () => {
  it.each(HARMFUL)('when they sign up cannot be %j, and their code stays good', async (profile) => {
    const browser = at.server.browser();
    const email = at.newAddress();
    const otp = await browser.askForCode(email);
    const json = { email, otp, ...profile };
    const refused = await at.call(browser, 'POST', '/api/auth/sign-in/email-otp', json);
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(Object.keys(refused.body.errors)).toEqual(Object.keys(profile));
    expect((await browser.enterCode(email, otp)).status).toBe(200);
  });

  it.each([
    ...HARMFUL,
    { id: '01890000-0000-7000-8000-000000000000' },
    { name: null },
    { onboardedAt: 'yesterday' },
    { banExpires: 'tomorrow' },
    { banned: 'maybe' },
    { nonsense: 1 },
    { password: 'correct horse battery' },
  ])('by an admin cannot be %j either', async (data) => {
    const { id } = await at.person({ name: 'Grace' });
    const changed = await at.call(at.admin, 'POST', '/api/auth/admin/update-user', { userId: id, data });
    expect(changed).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(Object.keys(changed.body.errors)).toEqual(Object.keys(data));
    const json = { email: at.newAddress(), name: 'Grace', data };
    const made = await at.call(at.admin, 'POST', '/api/auth/admin/create-user', json);
    expect(made).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });

  it('by an admin who makes an account is never a password, so that none is kept', async () => {
    const email = at.newAddress();
    const json = { email, name: 'Grace', password: 'correct horse battery' };
    const made = await at.call(at.admin, 'POST', '/api/auth/admin/create-user', json);
    expect(made).toMatchObject({
      status: 400,
      body: { code: 'INVALID', errors: { password: [{ key: 'errors.unknown' }] } },
    });
    expect(await at.rows('select 1 from users where email = $1', [email])).toEqual([]);
    expect(await at.rows('select 1 from accounts where password is not null')).toEqual([]);
  });

  it('can be another address, as by our own call: it is not verified then, and nobody else’s', async () => {
    const { id, email } = await at.person();
    await at.signedIn(email);
    const moved = at.newAddress();
    const update = (address: string) =>
      at.call(at.admin, 'POST', '/api/auth/admin/update-user', { userId: id, data: { email: address } });
    expect((await update(moved.toUpperCase())).status).toBe(200);
    const { body } = await at.call(at.admin, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ email: moved, emailVerified: false });
    expect((await update((await at.person()).email)).body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
  });

  it.each([{ banReason: 'x'.repeat(256) }, { banExpiresIn: -1 }, { banExpiresIn: 1e18 }])(
    'with a ban cannot be %j',
    async (ban) => {
      const { id } = await at.person();
      const refused = await at.call(at.admin, 'POST', '/api/auth/admin/ban-user', { userId: id, ...ban });
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    },
  );
});
