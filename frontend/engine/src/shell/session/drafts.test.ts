import { beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../auth/session.ts';
import { ownDrafts } from './drafts.ts';

const signIn = (id: string) => setSession({ user: { id } } as Parameters<typeof setSession>[0]);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('a draft is restored once, only for the user who typed it', () => {
  signIn('ada');
  const drafts = ownDrafts();
  setSession(null);
  drafts.keep('/manager/books/new', { title: 'Kintu' });

  signIn('grace');
  expect(ownDrafts().read('/manager/books/new')).toBeUndefined();
  signIn('ada');
  expect(ownDrafts().read('/manager/books/new')).toEqual({ title: 'Kintu' });
  ownDrafts().forget('/manager/books/new');
  expect(ownDrafts().read('/manager/books/new')).toBeUndefined();
});

test('a draft can be read again when React renders the page a second time', () => {
  signIn('ada');
  ownDrafts().keep('/manager/books/new', { title: 'Kintu' });
  const attempts = [1, 2].map(() => ownDrafts().read('/manager/books/new'));
  expect(attempts).toEqual([{ title: 'Kintu' }, { title: 'Kintu' }]);
});

test('a full storage saves no draft and throws no error', () => {
  signIn('ada');
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(() => ownDrafts().keep('/', 'a text')).not.toThrow();
});
