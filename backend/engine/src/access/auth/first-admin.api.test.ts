import { rolesOf } from '@bindery/contract/records/rights.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { promoteFirstAdmin } from './roles-at-start.ts';

let ctx: TestDatabase;
beforeAll(async () => {
  ctx = await freshDatabase();
});
afterAll(() => ctx?.drop());

const roleAfterStart = async (user: { id: string; email: string; email_verified: boolean }) => {
  const { database } = ctx;
  await database.kysely
    .insertInto('users')
    .values({ name: '', role: 'user', ...user })
    .execute();
  await promoteFirstAdmin(database, {
    adminEmail: user.email,
    roles: rolesOf(lendingLibrary),
  });
  const sql = 'select role from users where id = $1';
  return (await database.query<{ role: string }>({ sql, parameters: [user.id] }))[0]?.role;
};

describe('the ADMIN_EMAIL setting', () => {
  it('makes the user with that address an admin when the server starts', async () => {
    const id = '01900000-0000-7000-8000-000000000001';
    expect(await roleAfterStart({ id, email: 'proved@example.com', email_verified: true })).toBe('admin');
  });

  it('does not make a user with an unverified address an admin', async () => {
    const id = '01900000-0000-7000-8000-000000000002';
    expect(await roleAfterStart({ id, email: 'claimed@example.com', email_verified: false })).toBe('user');
  });
});
