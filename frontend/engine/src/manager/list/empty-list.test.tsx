// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { renderList, serveList } from '../testing/list-fixture.tsx';

const server = serveList({ total: 0 });

const linksBelow = async (title: string) => {
  const place = (await screen.findByText(title)).parentElement!;
  return within(place)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));
};

const signIn = (verbs: string[]) => setSession(sessionWith({ user: verbs }));

test('an empty list leads to the import of its first records, and its page to the form', async () => {
  signIn(['read', 'create']);
  renderList();
  expect(await linksBelow('No users available')).toEqual(['/manager/users/import']);
  expect(screen.getByRole('link', { name: 'New user' }).getAttribute('href')).toBe('/manager/users/new');
});

test('users who may not create records have no such links, and searches without results only that to the form', async () => {
  signIn(['read']);
  renderList();
  expect(await linksBelow('No users available')).toEqual([]);
  signIn(['read', 'create']);
  renderList('?searchTerm=nobody');
  expect(await linksBelow('No results for the search term')).toEqual(['/manager/users/new']);
  expect(screen.queryByText('Save view')).toBeNull();
  expect(server.queries.at(-1)?.get('q')).toBe('nobody');
});
