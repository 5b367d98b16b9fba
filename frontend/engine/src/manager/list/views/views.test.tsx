// @vitest-environment jsdom

import type { SavedView } from '@bindery/contract/records/views.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession, setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
import { headings, openList, serveList } from '../../testing/list-fixture.tsx';

const server = serveList();

const view = (id: string, values: Partial<SavedView> = {}): SavedView => ({
  ...{ id, resource: 'users', name: `View ${id}`, query: 'q=ada&role=admin', columns: null },
  ...{ shared: false, isDefault: false, isOwn: true, mayDelete: true, isIncomplete: false },
  ...values,
});
const tabs = () => screen.getByRole('navigation', { name: 'Views' });
const tab = (name: string) => within(tabs()).findByRole('link', { name });
const search = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

test('a list without views has no tabs', async () => {
  await openList();
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
});

test('a list that shows what can be saved has a tab for all of it', async () => {
  await openList('?role=admin');
  await screen.findByRole('navigation', { name: 'Views' });
  expect(screen.getByRole('button', { name: 'Save view' })).toBeTruthy();
});

test('a view of another list has no tab', async () => {
  server.views = [view('a', { resource: 'books' }), view('b')];
  await openList();
  await tab('View b');
  expect(within(tabs()).queryByRole('link', { name: 'View a' })).toBeNull();
});

test('a tab is a link to all that the view shows: search, filters, order and columns', async () => {
  server.views = [
    view('a', { query: 'q=ada&_sort=name&_order=desc&role=admin', columns: ['name', 'email'] }),
  ];
  const router = await openList();
  await click(await tab('View a'));
  const shown = {
    _view: 'a',
    _columns: 'name,email',
    searchTerm: 'ada',
    _sort: 'name',
    _order: 'desc',
    role: 'admin',
  };
  await waitFor(() => expect(router.state.location.search).toBe(search(shown)));
  await waitFor(() => expect(headings()).toHaveLength(2));
  expect(headings()[0]).toContain('Name');
  expect((await tab('View a')).ariaCurrent).toBe('page');
});

test('a tab says that the list shows something else than the view, which can then be saved', async () => {
  server.views = [view('a')];
  await openList('?_view=a&searchTerm=ada&role=admin');
  await tab('View a');
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
  await click(screen.getByRole('button', { name: 'Remove the filter Role' }));
  await tab('View a changed');
  expect(screen.getByRole('button', { name: 'Update view' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Save view' })).toBeDefined();
});

test('a shared view of somebody else is saved as a new one only', async () => {
  server.views = [view('a', { isOwn: false, shared: true })];
  await openList('?_view=a');
  await tab('View a shared changed');
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save view' })).toBeDefined();
});

/** Returns the texts of the menu of a view. */
const actionsOn = async (name: string) => {
  const button = await screen.findByRole('button', { name: `Actions on the view ${name}` });
  const menu = document.getElementById(button.getAttribute('popovertarget')!)!;
  menu.removeAttribute('popover');
  fireEvent(menu, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  return within(menu)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
};

test.each([
  [true, ['Make it the default', 'Delete']],
  [false, ['Make it the default']],
])(
  'a shared view of another user can be the own default, and is deleted by who may: %s',
  async (mayDelete, actions) => {
    server.views = [
      view('a', { isDefault: true }),
      view('b', { isOwn: false, shared: true, isDefault: true, query: '', mayDelete }),
    ];
    await openList('?_view=b');
    // The own default comes before that of somebody else.
    expect(await actionsOn('View b')).toEqual(actions);
  },
);

test.each([
  ['admin', 'Make it the default, for others too'],
  ['user', 'Make it the default'],
])(
  'a shared own view becomes the default of others by a role that may share it only: %s',
  async (role, action) => {
    server.views = [view('a', { shared: true, query: '' })];
    await openList('?_view=a');
    setSession({ ...currentSession()!, user: { ...currentSession()!.user, role } });
    await click(await tab('View a shared'));
    expect(await actionsOn('View a')).toContain(action);
  },
);

test('a list opens with the default view, and all of it has an address of its own', async () => {
  server.views = [view('a'), view('b', { isDefault: true })];
  const router = await openList();
  await waitFor(() => expect(router.state.location.search).toBe('?_view=b&searchTerm=ada&role=admin'));
  // The list of all records has not been asked for in between.
  expect(server.queries.map((query) => query.get('role'))).toEqual(['admin']);
  await click(await tab('All'));
  await waitFor(() => expect(router.state.location.search).toBe('?_view=all'));
  await click(await tab('View a'));
  await waitFor(() => expect(router.state.location.search).toContain('_view=a'));
});

test('an address that asks for something opens without the default view', async () => {
  server.views = [view('a', { isDefault: true })];
  const router = await openList('?searchTerm=x');
  expect((await tab('All changed')).ariaCurrent).toBe('page');
  expect(router.state.location.search).toBe('?searchTerm=x');
});

test('the columns of a view are changed in the address, and not those of the list itself', async () => {
  server.views = [view('a', { query: '', columns: ['email', 'name', 'role'] })];
  const router = await openList('?_view=a&_columns=email,name,role');
  await tab('View a');
  const button = screen.getByText('Columns').closest('button')!;
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  panel.removeAttribute('popover');
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await click(within(panel).getByRole('checkbox', { name: 'Name' }));
  await waitFor(() =>
    expect(router.state.location.search).toBe(search({ _view: 'a', _columns: 'email,role' })),
  );
  expect(headings()).toHaveLength(2);
  expect(localStorage.length).toBe(0);
  await tab('View a changed');
});

test('a view of which parts are gone says so', async () => {
  server.views = [view('a', { query: '', isIncomplete: true })];
  await openList('?_view=a');
  expect(await screen.findByText(/Part of this view is left out/)).toBeDefined();
});

test('more views than have room are in a menu, the current one always has a tab', async () => {
  server.views = Array.from({ length: 9 }, (_, number) => view(String(number)));
  await openList('?_view=8');
  await tab('View 8 changed');
  expect(
    within(tabs())
      .getAllByRole('link')
      .map(({ textContent }) => textContent.trim()),
  ).toEqual([...['All', 'View 0', 'View 1', 'View 2', 'View 3', 'View 8']]);
});
