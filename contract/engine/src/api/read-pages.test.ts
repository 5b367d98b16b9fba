import { expect, test } from 'vitest';
import { productResources } from '#contract/api/product.ts';
import { listQueryOf } from '#contract/records/resources/list-query.ts';
import type { Resource } from '#contract/schema/index.ts';
import { existingPages } from './pages.ts';
import {
  pages,
  requireAddressOf,
  requireFreeAddress,
  requireKnownRight,
  requireSlots,
  TAKEN,
} from './read-pages.ts';
import { safeRedirect } from './redirect.ts';

const resources = productResources();

const check = (area: 'app' | 'manager' | 'public', address: string) => () =>
  requireAddressOf({ area, component: 'x-page.tsx' }, { address, about: `pages.ts: ${address}` });

test.each([
  ['app', '/app/notes'],
  ['manager', '/manager/notes/:id'],
  ['public', '/programme'],
  ['public', '/application/form'],
  ['public', '/'],
  ['app', '/app'],
] as const)('a page of the area %s may be at %s', (area, address) => {
  expect(check(area, address)).not.toThrow();
});

test.each([
  ['app', '/notes', 'starts with /app/'],
  ['manager', '/app/notes', 'starts with /manager/'],
  ['public', '/app/notes', 'starts with none of'],
  ['public', '/api/notes', 'starts with none of'],
  ['public', '/:id', 'starts with none of'],
  ['public', '//', 'starts with none of'],
  ['app', '/', 'starts with /app/'],
  ['manager', '/manager', 'starts with /manager/'],
] as const)(
  'a page of the area %s at %s stops the start with a message that says why',
  (area, address, why) => {
    expect(check(area, address)).toThrow(why);
  },
);

const free = (address: string) => () =>
  requireFreeAddress(address, {
    about: `pages.ts: ${address}`,
    others: [
      '/manager/:resource',
      '/manager/:resource/:id',
      '/manager/:resource/:id/update',
      '/app/notes/:id',
    ],
    names: ['books', 'loans'],
  });

test.each(['/manager/books', '/manager/loans/:loan', '/manager/books/:id/update'])(
  'a page does not replace the generated one at %s',
  (address) => {
    expect(free(address)).toThrow(
      `pages.ts: ${address} is already a generated page: manager.ts replaces it.`,
    );
  },
);

test.each(['/manager/:resource', '/manager/:any/:other', '/app/notes/:note'])(
  'a path that is already a page is rejected: %s',
  (address) => expect(free(address)).toThrow(`pages.ts: ${address} is already another page.`),
);

test.each(['/manager/loans/overdue', '/manager/bookshelf', '/manager/loans/:id/print', '/app/notes'])(
  'the path %s is free',
  (address) => expect(free(address)).not.toThrow(),
);

test('every slot in a manager.ts exists, and so does its module', () => {
  const stated = (slots: object) => () => requireSlots('users', slots);
  const panel = 'manager/sessions-panel.tsx';
  expect(stated({ cover: panel, panels: [], inPanels: ['email'] })).not.toThrow();
  expect(stated({ rowAction: panel })).toThrow(
    'frontend/extensions/users/manager.ts: rowAction is unknown; did you mean "rowActions"?',
  );
  expect(stated({ constructor: panel })).toThrow('manager.ts: constructor is unknown');
  expect(stated({ panels: [panel, 'manager/sesions-panel.tsx'] })).toThrow(
    'manager.ts: panels: there is no frontend/extensions/users/manager/sesions-panel.tsx.',
  );
});

test('signing in leads back to pages of the product only', () => {
  const isPage = (name: string) => safeRedirect(`/${name}/1`) !== undefined;
  expect(TAKEN.filter(isPage)).toEqual(['app', 'manager']);
});

test('an unknown area is reported with the nearest one', () => {
  expect(check('manger' as 'manager', '/manager/notes')).toThrow(
    'pages.ts: /manager/notes: area: "manger" is unknown; did you mean "manager"?',
  );
});

test.each([
  [['loan', 'reed'], 'pages.ts: right: no role may reed "loan": "reed" is unknown; did you mean "read"?'],
  [['lone', 'read'], 'pages.ts: right: "lone" is unknown; did you mean "loan"?'],
  [['loans', 'read'], 'pages.ts: right: "loans" is unknown; did you mean "loan"?'],
] as const)(
  'a page with the nonexistent right %j stops the start with a message that says why',
  (right, why) => {
    const ask = (requested: readonly [string, string]) => () =>
      requireKnownRight(
        { area: 'manager', component: 'x-page.tsx', right: requested },
        { about: 'pages.ts', rights: { loan: ['read', 'create'], apps: ['app', 'manager'] } },
      );
    expect(ask(['loan', 'create'])).not.toThrow();
    expect(ask(right)).toThrow(why);
  },
);

/** Returns what the server would reject in a call for a list; nothing for other calls. */
function problemsOf(call: string): readonly string[] {
  const { pathname, searchParams } = new URL(call, 'http://localhost');
  const [, , name = '', ...others] = pathname.split('/');
  const resource = (resources as Readonly<Record<string, Resource>>)[name];
  if (!resource || others.length > 0) return [];
  const parsed = listQueryOf(resource).safeParse(Object.fromEntries(searchParams));
  return parsed.error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? [];
}

test('pages request lists only in ways that the server accepts', () => {
  expect(problemsOf('/api/users?_end=101')).toHaveLength(1);
  const problems = Object.entries(existingPages(pages, resources)).flatMap(
    ([address, { data, calls = [] }]) =>
      [data ?? [], calls]
        .flat()
        .flatMap((call) => problemsOf(call).map((problem) => `${address}: ${problem}`)),
  );
  expect(problems).toEqual([]);
});
