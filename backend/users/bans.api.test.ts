import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PeopleAtWork } from '#backend/testing/user-fixture.ts';

let at: PeopleAtWork;

beforeAll(async () => {
  at = await PeopleAtWork.start();
});
afterAll(() => at?.close());

const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();

describe('a ban', () => {
  it('ends the sessions at once and keeps from signing in, until it is lifted', async () => {
    const { id, email } = await at.person();
    const browser = await at.signedIn(email);
    const until = inAnHour();
    const banned = await at.call(at.admin, 'POST', `/api/users/${id}/ban`, { reason: 'Spam', until });
    expect(banned.status).toBe(204);
    expect(await at.session(browser)).toBeNull();
    const { body } = await at.call(at.admin, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ banned: true, banReason: 'Spam', banExpires: until });

    const again = at.server.browser();
    const code = await again.askForCode(email);
    const refused = await again.enterCode(email, code);
    expect({ status: refused.status, code: (await refused.json()).code }).toEqual({
      status: 403,
      code: 'BANNED_USER',
    });

    expect((await at.call(at.admin, 'DELETE', `/api/users/${id}/ban`)).status).toBe(204);
    expect(await at.session(await at.signedIn(email))).not.toBeNull();
    expect((await at.history(id)).map(({ changes }) => changes.banned?.after)).toContain(true);
  });

  it('is over when its end has come', async () => {
    const { id, email } = await at.person();
    await at.call(at.admin, 'POST', `/api/users/${id}/ban`, { until: inAnHour() });
    await at.rows(`update users set ban_expires = now() - interval '1 minute' where id = $1`, [id]);
    expect(await at.session(await at.signedIn(email))).not.toBeNull();
  });

  it('takes no end that is over, and says so at the field', async () => {
    const { id } = await at.person();
    const { status, body } = await at.call(at.admin, 'POST', `/api/users/${id}/ban`, {
      until: '2020-01-01T00:00:00Z',
    });
    expect(status).toBe(400);
    expect(body.errors.until[0].key).toBe('errors.tooEarly');
  });

  it('is not for oneself, by either way', async () => {
    const refused = { body: { code: 'YOU_CANNOT_BAN_YOURSELF' } };
    const userId = at.adminId;
    expect(await at.call(at.admin, 'POST', `/api/users/${userId}/ban`, {})).toMatchObject(refused);
    expect(await at.call(at.admin, 'POST', '/api/auth/admin/ban-user', { userId })).toMatchObject(refused);
    const update = (data: object) =>
      at.call(at.admin, 'POST', '/api/auth/admin/update-user', { userId, data });
    expect(await update({ banned: true })).toMatchObject(refused);
    expect(await update({ banned: 'true' })).toMatchObject({ status: 400 });
    expect(await at.session(at.admin)).not.toBeNull();
  });

  it('is given and lifted by the official client as well, by the same rules', async () => {
    const { id, email } = await at.person();
    const browser = await at.signedIn(email);
    const { body } = await at.call(at.admin, 'POST', '/api/auth/admin/ban-user', {
      userId: id,
      banReason: 'Spam',
    });
    expect(body.user).toMatchObject({ id, banned: true, banReason: 'Spam' });
    expect(await at.session(browser)).toBeNull();
    expect((await at.history(id))[0]).toMatchObject({ actor: { id: at.adminId } });
    const lifted = await at.call(at.admin, 'POST', '/api/auth/admin/unban-user', { userId: id });
    expect(lifted.body.user).toMatchObject({ banned: false });
  });

  it('is not for somebody who is not there', async () => {
    const nobody = '/api/users/01890000-0000-7000-8000-000000000000/ban';
    expect((await at.call(at.admin, 'POST', nobody, {})).status).toBe(404);
    expect((await at.call(at.admin, 'DELETE', nobody)).status).toBe(404);
  });

  it('ends what a banned admin does as somebody else', async () => {
    const { id, browser } = await at.newAdmin();
    const other = await at.person();
    await at.call(browser, 'POST', `/api/users/${other.id}/impersonate`);
    await at.call(at.admin, 'POST', `/api/users/${id}/ban`, {});
    expect(await at.session(browser)).toBeNull();
  });
});
