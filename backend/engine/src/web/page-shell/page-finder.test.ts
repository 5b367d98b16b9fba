import type { Pages } from '@bindery/contract/api/pages.ts';
import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { expect, test } from 'vitest';
import { createExistingPageFinder, createPageFinder, mayOpen } from './page-finder.ts';

const component = 'extensions/loans/receipt-page.tsx';
const pages: Pages = {
  '/receipts/:id': { area: 'public', component, signedIn: true },
  '/reports': { area: 'public', component, right: ['loan', 'read'] },
  '/programme': { area: 'public', component },
};
const find = createPageFinder(Object.entries(pages));
const withRights = (rights: object) => ({ rights }) as CurrentSession;

test.each([
  ['/receipts/7', null, false],
  ['/receipts/7/', null, false],
  ['/receipts/7', withRights({}), true],
  ['/reports', null, false],
  ['/reports', withRights({}), false],
  ['/reports', withRights({ loan: ['create'] }), false],
  ['/reports', withRights({ loan: ['read'] }), true],
  ['/programme', null, true],
] as const)('%s with the session %j may be opened: %s', (path, session, expected) => {
  expect(mayOpen(find(path)!.page, session)).toBe(expected);
});

test.each([
  ['/books/new', 'new', {}],
  ['/books/7/', 'book', { id: '7' }],
  ['/books/a%2Fb', 'book', { id: 'a%2Fb' }],
  ['/books/7/copies', 'any', {}],
])('%s is the page %s with the parameters %j, whatever their order', (path, page, parameters) => {
  const stated = [
    ['/*', 'any'],
    ['/books/:id', 'book'],
    ['/books/new', 'new'],
  ] as const;
  for (const order of [stated, stated.toReversed()])
    expect(createPageFinder(order)(path)).toEqual({ page, parameters });
});

test.each([
  ['/manager', true],
  ['/manager/loans', true],
  ['/manager/loans/7', true],
  ['/manager/copies', false],
  ['/manager/constructor', false],
  ['/app/loans', true],
  ['/app/copies', false],
])('%s exists: %s', (path, expected) => {
  const existing = createExistingPageFinder(
    {
      '/manager/dashboard': { area: 'manager', component },
      '/manager/:resource': { area: 'manager', component },
      '/manager/:resource/:id': { area: 'manager', component },
      '/app/loans': { area: 'app', component, resource: 'loans' },
      '/app/copies': { area: 'app', component, resource: 'copies' },
    },
    { loans: {} },
  );
  expect(existing(path) !== undefined).toBe(expected);
});
