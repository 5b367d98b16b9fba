import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { createRights } from '@bindery/contract/records/rights.ts';
import type { Role } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { loginOf, resolvePage } from './redirects.ts';

const rightsOf = createRights(lendingLibrary);
const of = (role: Role) => ({ rights: rightsOf[role] }) as CurrentSession;
const stays = (pathname: string) => ({ pathname, isForbidden: false });

describe('a visitor is not redirected', () => {
  it.each([
    ['/login', '/login'],
    ['/login/verify?email=a@b.co', '/login/verify'],
    ['/application', '/application'],
  ])('without a session at %s', (url, page) => expect(resolvePage(url, null)).toEqual(stays(page)));

  it.each([
    ['/app/books/', '/app/books'],
    ['/login/error', '/login/error'],
  ])('as a reader at %s', (url, page) => expect(resolvePage(url, of('user'))).toEqual(stays(page)));

  it.each([
    ['/manager', '/manager/dashboard'],
    ['/manager/books?q=poe', '/manager/books'],
    ['/app', '/app'],
  ])('as an admin at %s', (url, page) => expect(resolvePage(url, of('admin'))).toEqual(stays(page)));

  it('as a reader at the manager, and may not see it', () => {
    expect(resolvePage('/manager/books', of('user'))).toEqual({
      pathname: '/manager/books',
      isForbidden: true,
    });
  });
});

describe('a visitor is redirected', () => {
  it.each([
    ['/app/books?searchTerm=poe', '/login?redirect=%2Fapp%2Fbooks%3FsearchTerm%3Dpoe'],
    ['/manager', '/login?redirect=%2Fmanager'],
    ['/app?lng=fr', '/login?redirect=%2Fapp%3Flng%3Dfr&lng=fr'],
  ])('without a session from %s to %s', (url, to) => expect(resolvePage(url, null).redirect).toBe(to));

  it.each([
    ['/login', '/app'],
    ['/login/verify?email=a@b.co', '/app'],
    ['/login?redirect=%2Fapp%2Fbooks', '/app/books'],
    ['/login?redirect=%2Fmanager%2Fbooks', '/app'],
    ['/login?redirect=%2F%2Fevil.example', '/app'],
    ['/login?redirect=%2F%5Cevil.example', '/app'],
    ['/login?redirect=javascript%3Aalert(1)', '/app'],
    ['/login?lng=ar', '/app?lng=ar'],
  ])('as a reader from %s to %s', (url, to) => expect(resolvePage(url, of('user')).redirect).toBe(to));

  it('as an admin from the login page to the manager', () => {
    expect(resolvePage('/login', of('admin')).redirect).toBe('/manager');
    expect(resolvePage('/login?redirect=%2Fmanager%2Fbooks', of('admin')).redirect).toBe('/manager/books');
  });
});

describe('the login page leads back', () => {
  it.each([
    ['/receipts/7?copy=1', '/login?redirect=%2Freceipts%2F7%3Fcopy%3D1'],
    ['/receipts/7?lng=ar', '/login?redirect=%2Freceipts%2F7%3Flng%3Dar&lng=ar'],
  ])('to %s, a page without a layout', (url, to) => expect(loginOf(url)).toBe(to));
});
