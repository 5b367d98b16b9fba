import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { setSession } from '../../shell/auth/session.ts';
import { accessControlProvider } from './refine-context.tsx';

beforeEach(() => setSession(sessionWith({ book: ['read', 'update'] })));
afterEach(() => setSession(null));

const may = async (action: string) => {
  const books = { name: 'books', meta: { singular: 'book' } };
  return (await accessControlProvider.can({ resource: 'books', action, params: { resource: books } })).can;
};

test("Refine's page actions are checked against the matching rights", async () => {
  expect(await may('list')).toBe(true);
  expect(await may('show')).toBe(true);
  expect(await may('edit')).toBe(true);
  expect(await may('create')).toBe(false);
  expect(await may('delete')).toBe(false);
});

test('a visitor without a session may do nothing', async () => {
  setSession(null);
  expect(await may('list')).toBe(false);
});
