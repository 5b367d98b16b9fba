import { productResources } from '@bindery/contract/api/product.ts';
import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { accountStatus, canBeImpersonated, isAdministered, isBanned, toUser } from './user.ts';

const resources = productResources();

// Independent of the roles and further fields of the entry of users.
const roles = rolesOf(resources);
const user = {
  id: '01890000-0000-7000-8000-000000000001',
  role: roles.ofNewUsers,
  banned: false,
  banExpires: null,
};

const signIn = (id: string) => setSession({ user: { id } } as CurrentSession);

beforeEach(() => signIn('01890000-0000-7000-8000-000000000002'));

describe('isBanned', () => {
  const now = new Date('2027-01-31T12:00:00Z');
  const banned = (banExpires: string | null) => isBanned({ ...user, banned: true, banExpires }, now);

  test('is true for a ban without an end', () => expect(banned(null)).toBe(true));
  test('is true until the ban ends', () => expect(banned('2027-01-31T12:00:01.000Z')).toBe(true));
  test('is false after the ban has ended', () => expect(banned('2027-01-31T11:59:59.000Z')).toBe(false));
  test('is false after the ban was lifted', () => expect(isBanned(user, now)).toBe(false));
});

test.each([
  [{ banned: true, emailVerified: false, onboardedAt: null }, 'banned'],
  [{ banned: true, banExpires: '2020-01-01T00:00:00.000Z' }, 'active'],
  [{ emailVerified: false, onboardedAt: null }, 'notVerified'],
  [{ onboardedAt: null }, 'notOnboarded'],
  [{}, 'active'],
] as const)('the status of %j is %s', (given, status) => {
  const account = { ...user, emailVerified: true, onboardedAt: '2026-01-31T12:00:00.000Z' };
  expect(accountStatus(toUser({ ...account, ...given }))).toBe(status);
});

describe('canBeImpersonated', () => {
  test('allows users who are not admins', () => expect(canBeImpersonated(user)).toBe(true));
  test('rejects other admins', () =>
    expect(canBeImpersonated({ ...user, role: roles.administrators[0] })).toBe(false));
  test('rejects banned users', () => expect(canBeImpersonated({ ...user, banned: true })).toBe(false));
  test("rejects the admin's own account", () => {
    signIn(user.id);
    expect(canBeImpersonated(user)).toBe(false);
  });
});

describe('isAdministered', () => {
  const role = roles.administrators[0];
  const signInAs = (as: string) =>
    setSession({
      user: { id: 'other', role: as },
      rights: createRights(resources)[as] ?? {},
    } as CurrentSession);

  test('is true of other users, for a role that administers them', () => {
    signInAs(role);
    expect(isAdministered(user)).toBe(true);
    expect(isAdministered({ ...user, id: 'other' })).toBe(false);
  });
  test('is false for a role that administers no users', () => {
    signInAs(roles.ofNewUsers);
    expect(isAdministered(user)).toBe(false);
  });
});
