import { expect, test } from 'vitest';
import type { Resource } from '#contract/schema/index.ts';
import resources from '#resources.config';
import { existingPages } from './pages.ts';
import { pages, requireAddressOf } from './read-pages.ts';
import { listQueryOf } from './resources/list-query.ts';

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

/** Returns what the server would refuse in a call for a list; nothing for other calls. */
function problemsOf(call: string): readonly string[] {
  const { pathname, searchParams } = new URL(call, 'http://localhost');
  const [, , name = '', ...others] = pathname.split('/');
  const resource = (resources as Readonly<Record<string, Resource>>)[name];
  if (!resource || others.length > 0) return [];
  const parsed = listQueryOf(resource).safeParse(Object.fromEntries(searchParams));
  return parsed.error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? [];
}

test('pages ask for lists as the server answers them', () => {
  expect(problemsOf('/api/users?_end=101')).toHaveLength(1);
  const wrong = Object.entries(existingPages(pages, resources)).flatMap(([address, { data, calls = [] }]) =>
    [data ?? [], calls].flat().flatMap((call) => problemsOf(call).map((problem) => `${address}: ${problem}`)),
  );
  expect(wrong).toEqual([]);
});
