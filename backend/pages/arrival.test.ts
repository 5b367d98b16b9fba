import { describe, expect, it } from 'vitest';
import type { CurrentSession } from '#contract/init.ts';
import { rightsOf } from '#contract/rights.ts';
import type { Role } from '#contract/schema/index.ts';
import { arrival } from './arrival.ts';

const of = (role: Role) => ({ rights: rightsOf[role] }) as CurrentSession;

describe('a visitor arrives', () => {
  it.each([
    ['/login', '/login'],
    ['/login/verify?email=a@b.co', '/login/verify'],
    ['/app/books?searchTerm=poe', '/login'],
    ['/manager', '/login'],
    ['/application', '/application'],
  ])('without a session at %s: %s', (url, page) => expect(arrival(url, null)).toBe(page));

  it.each([
    ['/app/books/', '/app/books'],
    ['/login', '/app'],
    ['/login?redirect=%2Fapp%2Fbooks', undefined],
    ['/login/error', '/login/error'],
    ['/manager/books', undefined],
  ])('as a reader at %s: %s', (url, page) => expect(arrival(url, of('user'))).toBe(page));

  it.each([
    ['/login', '/manager/dashboard'],
    ['/manager', '/manager/dashboard'],
    ['/manager/books?q=poe', '/manager/books'],
    ['/app', '/app'],
  ])('as an admin at %s: %s', (url, page) => expect(arrival(url, of('admin'))).toBe(page));
});
