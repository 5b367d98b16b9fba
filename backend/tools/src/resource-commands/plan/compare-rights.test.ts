import {
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

const changes = (
  after: Parameters<typeof compareRights>[0]['after'],
  from: typeof after = before,
): string[] =>
  compareRights({ before: from, after }).map(
    ({ subject, what, verdict }) => `${subject} ${what}: ${verdict}`,
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
    'admin loses create, update, delete on loans: breaking',
    'user gains delete on loans: safe',
    'public gains read on loans: safe',
  ]);
});

test('a removed resource removes its rights, and a renamed one keeps them', () => {
  expect(changes(defineResources({ users }))).toEqual([
    'admin loses read, create, update, delete on loans: breaking',
    'user loses read, update on loans: breaking',
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
  expect(changes(renamed)).toContain("user loses update on lendings: only where { title: 'x' }: breaking");
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
    'user loses write of loans.title: breaking',
    'user loses read, write of loans.fee: breaking',
  ]);
  expect(changes(before, after)).toContain('user gains read, write of loans.fee: safe');
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
    'user loses read, update on loans: only where { borrower: user.id }: breaking',
  ]);
  expect(changes(before, own)).toEqual([
    'user gains read, update on loans: all records, and not only where { borrower: user.id }: safe',
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
    'user gains create on loans: safe',
    'user gains delete on loans: only where { borrower: user.id }: safe',
    "public gains read on loans: only where { title: 'x' }: safe",
  ]);
});

test('a changed row filter needs a review, even if only its code differs', () => {
  const own = limited({ user: { read: ({ user }) => ({ borrower: user.id }) } });
  const other = limited({
    user: { read: ({ user, now }) => ({ or: [{ borrower: user.id }, { title: { ne: now } }] }) },
  });
  expect(changes(other, own)).toEqual([
    'user changes read on loans: where { or: [ { borrower: user.id }, { title: { ne: now } } ] }, and not where { borrower: user.id }: review',
  ]);
  const secret = limited({
    user: { read: ({ user }) => (user.email === 'eve@example.com' ? {} : { borrower: user.id }) },
  });
  expect(changes(secret, own)).toEqual([
    'user changes read on loans: the code of its row filter (for some user still { borrower: user.id }): review',
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
  expect(gained[0]).toBe('librarian gains its existence as a role: safe');
  expect(gained).toContain('librarian gains app, manager on apps: safe');
  expect(gained).toContain('librarian gains read on loans: safe');
  expect(changes(before, after)).toEqual(['librarian loses everything: its users count as user: breaking']);
  const role = select(['user', 'admin'], {
    required: true,
    default: 'user',
    formerValues: { librarian: 'admin' },
  });
  const renamed = defineResources({ users: { ...users, fields: { ...users.fields, role } } });
  expect(changes(renamed, after)).toContain('librarian loses everything: its users become admin: breaking');
});
