// @vitest-environment jsdom

import { clearOwnStorage, sessionWith, setSession } from '@bindery/frontend/testing';
import { beforeEach, expect, test } from 'vitest';
import { recentSearches, rememberSearch } from './recent-searches.tsx';

const session = sessionWith({ book: ['read'] });

beforeEach(() => {
  localStorage.clear();
  setSession(session);
});

test('the last five searches are stored, the newest first and each once', () => {
  for (const term of ['a', 'b', 'c', '', 'd', 'e', 'f', 'c']) rememberSearch(term);
  expect(recentSearches()).toEqual(['c', 'f', 'e', 'd', 'b']);
});

test('another user of the browser does not see them', () => {
  rememberSearch('achebe');
  setSession({ ...session, user: { ...session.user, id: 'other' } });
  expect(recentSearches()).toEqual([]);
});

test('only they are removed from the browser at sign-out', () => {
  rememberSearch('achebe');
  localStorage.setItem('theme', 'dark');
  clearOwnStorage();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test.each(['', 'null', '{"user":"user","terms":7}', '[1]'])(
  'invalid stored searches count as none: %s',
  (stored) => {
    localStorage.setItem('own recentSearches', stored);
    expect(recentSearches()).toEqual([]);
  },
);
