import { allVisibleTo } from '@bindery/contract/records/resources/visible.ts';
import { defineResources, reference, select, text } from '@bindery/contract/schema/index.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writable } from './form/values.ts';
import { mayUndoOf } from './history/undo.ts';
import { fixedInUpdates, mayWith, ofNew, rejectingFields } from './row-rights.ts';

const me = { id: '01900000-0000-7000-8000-00000000000a', email: 'me@example.com', role: 'user' };
const session = { user: me, rights: { task: ['read', 'create', 'update', 'delete', 'restore'] } };
vi.mock('#frontend/shell/auth/session.ts', () => ({
  currentSession: () => session,
  may: (resource: string, action: string) =>
    (session.rights as Record<string, string[]>)[resource]?.includes(action) ?? false,
}));

const resources = defineResources({
  people: { fields: { name: text() }, rights: { user: ['read'] } },
  tasks: {
    fields: {
      title: text(),
      owner: reference('people'),
      state: select(['open', 'done']),
      secret: text({ readBy: ['admin'] }),
    },
    rights: { user: ['read', 'create', 'update', 'delete'] },
    archive: true,
    where: {
      user: {
        create: ({ user }) => ({ owner: user.id }),
        update: ({ user }) => ({ owner: user.id, state: 'open' }),
        delete: () => ({ owner: { name: 'Ada' } }),
        restore: () => ({ secret: 'x', state: 'open' }),
      },
    },
  },
});
const { tasks } = allVisibleTo(resources, ['user']);
const item = { id: '1', title: 'Read', owner: { id: me.id, label: 'Me' }, state: 'open' };

beforeEach(() => {
  session.rights.task = ['read', 'create', 'update', 'delete', 'restore'];
});

describe('a page offers', () => {
  it('to change only the records that the user may change', () => {
    expect(mayWith(tasks, 'update', item)).toBe(true);
    expect(mayWith(tasks, 'update', { ...item, state: 'done' })).toBe(false);
    expect(mayWith(tasks, 'update', { ...item, owner: null })).toBe(false);
    expect(mayWith(tasks, 'update', { ...item, owner: { id: '7', label: 'Other' } })).toBe(false);
  });

  it('actions that depend on another record, which the server decides', () => {
    expect(mayWith(tasks, 'delete', item)).toBe(true);
    expect(mayWith(tasks, 'delete', { ...item, owner: null })).toBe(false);
  });

  it('actions that depend on a field that the user may not read, which the server decides', () => {
    expect(mayWith(tasks, 'restore', item)).toBe(true);
    expect(mayWith(tasks, 'restore', { ...item, state: 'done' })).toBe(false);
  });

  it('nothing without the permission', () => {
    session.rights.task = ['read'];
    expect(mayWith(tasks, 'update', item)).toBe(false);
  });

  it("no choice of a value that the user's rows fix in new records", () => {
    expect(writable(tasks).map(({ name }) => name)).toEqual(['title', 'owner', 'state']);
    expect(writable(ofNew(tasks)).map(({ name }) => name)).toEqual(['title', 'state']);
    expect(ofNew(tasks)).toBe(ofNew(tasks));
    expect(ofNew(resources.people)).toBe(resources.people);
  });
});

it('rejecting fields are the fields that decide, and the fields with a single allowed value', () => {
  const names = (more: object) =>
    rejectingFields(tasks, 'update', { ...item, ...more }).map(({ name }) => name);
  expect(names({})).toEqual([]);
  expect(names({ state: 'done' })).toEqual(['state']);
  expect(names({ state: 'done', owner: null })).toEqual(['owner', 'state']);
  expect(fixedInUpdates(tasks)).toEqual(['owner', 'state']);
  expect(fixedInUpdates(resources.people)).toEqual([]);
});

it('a change is undone only in records and fields that the user may change', () => {
  const entry = { action: 'update', changes: { title: { before: 'A', after: 'B' } } } as const;
  const newest = { item, isNewest: true };
  expect(mayUndoOf(tasks, entry, newest)).toBe(true);
  expect(mayUndoOf(tasks, entry, { ...newest, item: { ...item, state: 'done' } })).toBe(false);
  const ofState = { ...entry, changes: { state: { before: 'done', after: 'open' } } };
  expect(mayUndoOf(tasks, ofState, newest)).toBe(false);
});
