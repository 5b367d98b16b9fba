import { expect, test } from 'vitest';
import { requireAddressOf } from './read-pages.ts';

const check = (area: 'app' | 'manager' | 'public', address: string) => () =>
  requireAddressOf({ area, component: 'x-page.tsx' }, { address, about: `pages.ts: ${address}` });

test.each([
  ['app', '/app/notes'],
  ['manager', '/manager/notes/:id'],
  ['public', '/programme'],
  ['public', '/application/form'],
] as const)('a page of the area %s may stand at %s', (area, address) => {
  expect(check(area, address)).not.toThrow();
});

test.each([
  ['app', '/notes', 'begins with /app/'],
  ['manager', '/app/notes', 'begins with /manager/'],
  ['public', '/app/notes', 'begins with none of'],
  ['public', '/api/notes', 'begins with none of'],
  ['public', '/:id', 'begins with none of'],
  ['public', '/', 'begins with none of'],
] as const)('a page of the area %s at %s stops the start with a line that says why', (area, address, why) => {
  expect(check(area, address)).toThrow(why);
});
