import { defineResources, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { checkQuery, createListContracts, readableParts } from './view-query.ts';

const contractOf = createListContracts(
  defineResources({
    maps: {
      archive: true,
      fields: { title: text({ search: true }) },
      rights: { admin: ['read', 'delete', 'restore'], user: ['read'] },
    },
  }),
);

test('a view of the archive is only for roles that may see the archive', () => {
  const view = { query: 'archived=true&title_like=sea', columns: null };
  const [admin, user] = [contractOf('maps', 'admin')!, contractOf('maps', 'user')!];
  expect(checkQuery(admin, view.query)).toBe(view.query);
  expect(readableParts(admin, { view, unreadable: [] })).toMatchObject({
    query: view.query,
    isHidden: false,
  });
  expect(() => checkQuery(user, view.query)).toThrow();
  expect(readableParts(user, { view, unreadable: [] })).toEqual({
    query: 'title_like=sea',
    columns: null,
    isIncomplete: true,
    isHidden: true,
  });
});
