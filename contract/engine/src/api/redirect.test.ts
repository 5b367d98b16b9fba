import { expect, test } from 'vitest';
import { defaultPath, loginPath, redirectAfterLogin, safeRedirect } from './redirect.ts';

test.each([
  '/app',
  '/app/books?searchTerm=poe',
  '/manager/books/1#history',
  // Public pages of extensions.
  '/tools/01890000-0000-7000-8000-000000000000?day=1',
  '/application',
  '/apis',
])('%s is a path of the product', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

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
  '/login/verify?email=a@b.co',
  '/api/auth/sign-out',
  '/app/../api/users',
  '/outbox',
  '/',
  'app',
  '',
  null,
])('%s is not a safe redirect', (target) => {
  expect(safeRedirect(target)).toBeUndefined();
});

test('users with access go to the manager, others to the app, unless they requested another page of the product', () => {
  expect(defaultPath({ redirect: null, isManager: true })).toBe('/manager');
  expect(defaultPath({ redirect: '', isManager: false })).toBe('/app');
  expect(defaultPath({ redirect: '//evil.example', isManager: false })).toBe('/app');
  expect(defaultPath({ redirect: '/app/books', isManager: true })).toBe('/app/books');
});

test('the login path contains the whole path to return to', () => {
  expect(loginPath({ pathname: '/app/books', search: '?searchTerm=a b' })).toBe(
    '/login?redirect=%2Fapp%2Fbooks%3FsearchTerm%3Da+b',
  );
});

test('the login page never redirects to a page without access', () => {
  const away = (redirect: string, isManager: boolean) => redirectAfterLogin({ redirect, isManager });
  expect(away('/manager/books', false)).toBe('/app');
  expect(away('/manager', false)).toBe('/app');
  expect(away('/manager/books', true)).toBe('/manager/books');
  expect(away('/app/books', false)).toBe('/app/books');
});
