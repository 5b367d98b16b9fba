import { afterEach, describe, expect, test } from 'vitest';
import type { CurrentSession } from '#contract/init.ts';
import { homeAfterLogin, loginPath, ownPath } from './redirect.ts';
import { setSession } from './session.ts';

afterEach(() => setSession(null));

test.each(['/app', '/app/books?searchTerm=poe', '/manager/books/1#history'])(
  '%s is a path of ours',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'https://evil.example/app',
  'https://here.invalid/app',
  '%2F%2Fevil.example',
  '/%2Fevil.example',
  '/app/..//evil.example',
  '/app/%2e%2e//evil.example',
  '/login',
  '/application',
  'app',
  '',
  null,
])('%s leads nowhere', (target) => {
  expect(ownPath(target)).toBeUndefined();
});

describe('after signing in', () => {
  const signIn = (apps: string[]) => setSession({ rights: { apps } } as unknown as CurrentSession);

  test('admins go to the manager, others to the app', () => {
    signIn(['app', 'manager']);
    expect(homeAfterLogin(null)).toBe('/manager');
    signIn(['app']);
    expect(homeAfterLogin('')).toBe('/app');
  });
});

test('the login page is told the whole address to come back to', () => {
  expect(loginPath({ pathname: '/app/books', search: '?searchTerm=a b' })).toBe(
    '/login?redirect=%2Fapp%2Fbooks%3FsearchTerm%3Da+b',
  );
});
