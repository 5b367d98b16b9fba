import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { guardedPath, normalizePath } from './request-guard.ts';

/** Returns the normalized URL of a request. */
const normalised = (url: string) => {
  const req = { url, originalUrl: url } as Request;
  normalizePath(req);
  expect(req.originalUrl).toBe(req.url);
  return req.url;
};

describe('the address of a request', () => {
  it.each([
    ['/api/auth/x/../callback/github', '/api/auth/callback/github'],
    ['/api/auth/x/%2e%2e/callback/github', '/api/auth/callback/github'],
    ['/api/auth/x/.%2E/callback/github', '/api/auth/callback/github'],
    ['/api/auth/./callback/github', '/api/auth/callback/github'],
    ['/api/auth\\callback/github', '/api/auth/callback/github'],
    ['/api/auth/%63allback/git%68ub', '/api/auth/callback/github'],
    ['/../../api/books', '/api/books'],
    ['http://localhost:3000/api/auth/x/../callback/github?a=1', '/api/auth/callback/github?a=1'],
    ['/api/books?a=1#/../auth', '/api/books?a=1'],
  ])('%s is normalized to %s', (given, normal) => expect(normalised(given)).toBe(normal));

  it.each([
    '/',
    '*',
    '//example.com/api/books',
    '/assets/index-Ab_9.js',
    '/api/books?q=a/../b&title=%2e',
    '/.well-known/change-password',
    '/manager/books/01900000-0000-7000-8000-000000000001',
    '/api/books/a%2Fb%20c',
  ])('%s is unchanged', (url) => expect(normalised(url)).toBe(url));

  it('is rejected if it is invalid', () =>
    expect(() => normalised('http://[/api/books')).toThrow(expect.objectContaining({ status: 400 })));
});

describe('the path that guards compare', () => {
  it.each([
    ['', '/API/Auth//Callback/github/', '/api/auth/callback/github'],
    ['/api', '/books', '/api/books'],
    ['', '/', '/'],
  ])('of %s and %s is %s', (baseUrl, path, compared) =>
    expect(guardedPath({ baseUrl, path })).toBe(compared),
  );
});
