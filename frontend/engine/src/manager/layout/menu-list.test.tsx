// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { MenuList } from './menu-list.tsx';

// More resources than the catalogue has, for a menu with a search.
vi.mock('virtual:bindery/resources', async () => ({
  default: (await import('@bindery/contract/testing/lending-library.ts')).lendingLibrary,
}));

// Pages of an extension: one for all of these users, and one that requires a right.
vi.mock('#frontend/shell/pages.ts', async (original) => {
  const page = { area: 'manager', component: 'none.tsx', resource: 'genres', menu: 'configuration' };
  const own = {
    '/manager/genres/rare': { ...page, title: 'common.close', right: ['genre', 'read'] },
    '/manager/genres/new-ones': { ...page, title: 'common.cancel', right: ['genre', 'create'] },
  };
  return { pages: { ...(await original<{ pages: object }>()).pages, ...own } };
});

const few = { user: ['read'], genre: ['read'], apps: ['app', 'manager'] };
const many = {
  ...few,
  ...Object.fromEntries(
    ['book', 'subject', 'branch', 'librarian', 'copy', 'transfer'].map((name) => [name, ['read']]),
  ),
};

beforeAll(() => startManager(new HttpStandIn()), 30_000);
beforeEach(() => localStorage.clear());
afterEach(closeManager);

async function openMenu(rights: Record<string, string[]>, address = '/manager/genres') {
  const opening = openManager(address, [{ path: '/manager/*', Component: MenuList }]);
  setSession(sessionWith(rights));
  return opening;
}

const group = (name: string) => screen.findByRole('button', { name });
const isShown = (label: string) => screen.queryByText(label, { selector: 'a *' }) !== null;

test('a collapsed group hides its pages except the current one, and is still collapsed at the next visit', async () => {
  await openMenu(few);
  await click(await group('Administration'));
  await click(await group('Configuration'));
  expect((await group('Administration')).getAttribute('aria-expanded')).toBe('false');
  expect([isShown('Users'), isShown('Genres')]).toEqual([false, true]);
  closeManager();
  await openMenu(few);
  expect((await group('Administration')).getAttribute('aria-expanded')).toBe('false');
  await click(await group('Administration'));
  expect(isShown('Users')).toBe(true);
});

test('stored settings are ignored if they cannot be parsed', async () => {
  localStorage.setItem('managerMenuFolded', '{"administration":');
  await openMenu(few);
  expect((await group('Administration')).getAttribute('aria-expanded')).toBe('true');
});

test('a menu has a search from twelve items on, which finds pages in collapsed groups ignoring case and accents', async () => {
  await openMenu(few);
  await group('Administration');
  expect(screen.queryByLabelText('Search the menu')).toBeNull();
  closeManager();
  await openMenu(many);
  await click(await group('Administration'));
  const search = await screen.findByLabelText('Search the menu');
  fireEvent.change(search, { target: { value: ' ÚSER' } });
  expect([isShown('Users'), isShown('Genres')]).toEqual([true, false]);
  fireEvent.change(search, { target: { value: 'nothing like it' } });
  expect(screen.getByText('Nothing found')).toBeTruthy();
});

test('Enter in the search opens the first result', async () => {
  const router = await openMenu(many);
  const search = await screen.findByLabelText('Search the menu');
  fireEvent.change(search, { target: { value: 'libr' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/manager/librarians'));
});

test('the pages of an extension are in their group for users who may open them, and only the current one is marked', async () => {
  await openMenu(few, '/manager/genres/rare');
  const own = await screen.findByRole('link', { name: 'Close' });
  expect(own.closest('ul')?.textContent).toContain('Genres');
  expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull();
  const current = screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);
  expect(current).toEqual(['Close']);
});
