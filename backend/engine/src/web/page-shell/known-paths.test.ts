import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { expect, test } from 'vitest';
import { createRightCheck } from './known-paths.ts';

const component = 'extensions/loans/receipt-page.tsx';
const mayOpen = createRightCheck({
  '/receipts/:id': { area: 'public', component, signedIn: true },
  '/reports': { area: 'public', component, right: ['loan', 'read'] },
  '/programme': { area: 'public', component },
});
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
  expect(mayOpen(path, session)).toBe(expected);
});
