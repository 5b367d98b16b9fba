import { defineResources, text } from '@bindery/contract/schema/index.ts';
import { expect, it, vi } from 'vitest';
import { isHiddenRecord } from './hidden-record.ts';

const session = { user: { role: 'user' } };
vi.mock('#frontend/shell/auth/session.ts', () => ({
  currentSession: () => session,
  may: (resource: string) => resource !== 'secret',
}));

const fields = { name: text() };
const { books, secrets, notes } = defineResources({
  books: { fields, rights: { user: ['read'] } },
  secrets: { fields, rights: { admin: ['read'] } },
  notes: { fields, rights: { user: ['read'] }, where: { user: ({ user }) => ({ name: user.email }) } },
});

const id = '01900000-0000-7000-8000-00000000ffff';

it('a reference without a label is hidden if the user may read none or only some of the records', () => {
  expect(isHiddenRecord(secrets, { id, label: id })).toBe(true);
  expect(isHiddenRecord(notes, { id, label: id })).toBe(true);
  expect(isHiddenRecord(books, { id, label: id })).toBe(false);
});

it('a reference with a label is not hidden', () => {
  for (const target of [books, notes, secrets])
    expect(isHiddenRecord(target, { id, label: 'Mine' })).toBe(false);
});
