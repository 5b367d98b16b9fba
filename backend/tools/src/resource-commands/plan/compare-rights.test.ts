import {
  type AllResources,
  defineResources,
  defineRoles,
  type Entries,
  type Entry,
  integer,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { compareRights } from './compare-rights.ts';
import { users } from './testing/users-entry.ts';

const all = ['read', 'create', 'update', 'delete'] as const;
const fields = { title: text(), fee: integer(), borrower: reference('users') };
const before = defineResources({
  loans: { fields, rights: { admin: all, user: ['read', 'update'] } },
  users,
});

/** The changes, as `verdict: subject what (details)`. */
const changes = (after: AllResources, from: AllResources = before): string[] =>
  compareRights(from, after).map(({ subject, what, verdict, details = [] }) =>
    `${verdict}: ${subject} ${what} (${details.join()})`.replace(' ()', ''),
  );

test('a config does not differ from itself', () => {
  expect(changes(before)).toEqual([]);
});

test('actions are gained and lost by role, including actions without a session', () => {
  const after = defineResources({
    loans: { fields, rights: { admin: ['read'], user: ['read', 'update', 'delete'], public: ['read'] } },
    users,
  });
  expect(changes(after)).toEqual([
    'breaking: admin loses rights on loans: none instead of all (create,update,delete)',
    'safe: user gains rights on loans: all instead of none (delete)',
    'safe: public gains rights on loans: all instead of none (read)',
  ]);
});

test('a removed resource removes its rights, and a renamed one keeps them', () => {
  expect(changes(defineResources({ users }))).toEqual([
    'breaking: admin loses rights on loans: none instead of all (read,create,update,delete)',
    'breaking: user loses rights on loans: none instead of all (read,update)',
  ]);
  const renamed = defineResources({
    lendings: {
      was: 'loans',
      fields,
      rights: { admin: all, user: ['read', 'update'] },
      where: { user: { update: () => ({ title: 'x' }) } },
    },
    users,
  });
  expect(changes(renamed)).toContain(
    "breaking: user loses rights on lendings: only where { title: 'x' } instead of all (update)",
  );
});

test('fields are read and written by other roles than before', () => {
  const after = defineResources({
    loans: {
      fields: { ...fields, title: text({ writeBy: ['admin'] }), fee: integer({ readBy: ['admin'] }) },
      rights: { admin: all, user: ['read', 'update'] },
    },
    users,
  });
  expect(changes(after)).toEqual([
    'breaking: user loses rights on loans.title: none instead of all (update)',
    'breaking: user loses rights on loans.fee: none instead of all (read,update)',
  ]);
  expect(changes(before, after)).toContain(
    'safe: user gains rights on loans.fee: all instead of none (read,update)',
  );
});

const limited = (where: NonNullable<Entry['where']>) => {
  const entries: Entries = {
    loans: { fields, rights: { admin: all, user: ['read', 'update'] }, where },
    users,
  };
  return defineResources(entries);
};

test('a limit to some records is reported as the entry states it, once for all its actions', () => {
  const own = limited({ user: ({ user }) => ({ borrower: user.id }) });
  expect(changes(own)).toEqual([
    'breaking: user loses rights on loans: only where { borrower: user.id } instead of all (read,update)',
  ]);
  expect(changes(before, own)).toEqual([
    'safe: user gains rights on loans: all instead of only where { borrower: user.id } (read,update)',
  ]);
});

test('an action gained for some records says so', () => {
  const own = limited({ public: () => ({ title: 'x' }), user: { delete: ({ now }) => ({ title: now }) } });
  const entries: Entries = {
    loans: {
      fields,
      rights: { admin: all, user: all, public: ['read'] },
      where: { public: () => ({ title: 'x' }), user: { delete: ({ user }) => ({ borrower: user.id }) } },
    },
    users,
  };
  expect(changes(defineResources(entries), own)).toEqual([
    'safe: user gains rights on loans: all instead of none (create)',
    'safe: user gains rights on loans: only where { borrower: user.id } instead of none (delete)',
    "safe: public gains rights on loans: only where { title: 'x' } instead of none (read)",
  ]);
});

test('a changed row filter needs a review, even if only its code differs', () => {
  const own = limited({ user: { read: ({ user }) => ({ borrower: user.id }) } });
  const other = limited({
    user: { read: ({ user, now }) => ({ or: [{ borrower: user.id }, { title: { ne: now } }] }) },
  });
  expect(changes(other, own)).toEqual([
    'review: user changes rights on loans: only where { or: [ { borrower: user.id }, { title: { ne: now } } ] } instead of only where { borrower: user.id } (read)',
  ]);
  const secret = limited({
    user: { read: ({ user }) => (user.email === 'eve@example.com' ? {} : { borrower: user.id }) },
  });
  expect(changes(secret, own)).toEqual([
    'review: user changes rights on loans: ({user})=>user.email==="eve@example.com"?{}:{borrower:user.id} instead of ({user})=>({borrower:user.id}) (read)',
  ]);
});

test('roles appear, disappear, and enter the manager', () => {
  const roles = defineRoles({
    admin: { manager: true, administersUsers: true },
    librarian: { manager: true },
    user: { newUsers: true },
  });
  const after = defineResources(
    {
      loans: { fields, rights: { admin: all, librarian: ['read'], user: ['read', 'update'] } },
      users: {
        ...users,
        fields: {
          ...users.fields,
          role: select(['user', 'librarian', 'admin'], { required: true, default: 'user' }),
        },
      },
    },
    { roles },
  );
  const gained = changes(after);
  expect(gained).toContain('safe: librarian gains rights on apps: all instead of none (app,manager)');
  expect(gained).toContain('safe: librarian gains rights on loans: all instead of none (read)');
  expect(changes(before, after)).toEqual(['breaking: librarian is removed: its users become user']);
  const role = select(['user', 'admin'], {
    required: true,
    default: 'user',
    formerValues: { librarian: 'admin' },
  });
  const renamed = defineResources({ users: { ...users, fields: { ...users.fields, role } } });
  expect(changes(renamed, after)).toContain('breaking: librarian is removed: its users become admin');
});
