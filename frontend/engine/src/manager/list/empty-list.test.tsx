// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
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

const hint = () => screen.queryByText(/^Create the first record/);

test('an empty list leads to the form and to the import of its first records', async () => {
  signIn(['read', 'create']);
  renderList();
  expect(await linksBelow('No users available')).toEqual(['/manager/users/new', '/manager/users/import']);
  expect(hint()).not.toBeNull();
  expect(document.querySelector('[data-empty=resource] .lucide-layers')).not.toBeNull();
});

test('users who may not create records have no such links, and searches without results only that to the form', async () => {
  signIn(['read']);
  renderList();
  expect(await linksBelow('No users available')).toEqual([]);
  expect(hint()).toBeNull();
  signIn(['read', 'create']);
  renderList('?searchTerm=nobody');
  expect(await linksBelow('No results for the search term')).toEqual(['/manager/users/new']);
  expect(server.queries.at(-1)?.get('q')).toBe('nobody');
});

test('a search with filters and without results names the term, and clears either of them', async () => {
  const router = renderList('?searchTerm=nobody&role=admin');
  const place = (await screen.findByText('No results for the search term')).parentElement!;
  expect(within(place).getByText('nobody')).toBeDefined();
  const buttons = within(place).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Clear the search', 'Clear all filters']);
  expect(document.querySelector('[data-empty=rows]')).not.toBeNull();
  // What saves the view stays in its place.
  expect(screen.getByText('Save view')).toBeDefined();
  await click(buttons[0]!);
  await waitFor(() => expect(router.state.location.search).toBe('?role=admin'));
  await screen.findByText('Nothing matches these filters');
});

test('a rejected filter does not look like a list without records: it is named, and cleared', async () => {
  server.fails = true;
  const router = renderList('?role=none-of-these');
  await screen.findByText('The list could not be loaded');
  expect((await screen.findByRole('alert')).textContent).toBe('Role is invalid');
  await click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  server.fails = false;
  await click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No users available')).toBeTruthy();
});
