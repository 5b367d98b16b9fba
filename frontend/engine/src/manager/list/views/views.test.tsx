// @vitest-environment jsdom

import type { SavedView } from '@bindery/contract/records/views.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession, setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
import { headings, openList, serveList } from '../../testing/list-fixture.tsx';

const server = serveList();

const view = (id: string, values: Partial<SavedView> = {}): SavedView => ({
  id,
  resource: 'users',
  name: `View ${id}`,
  query: 'q=ada&role=admin',
  columns: null,
  shared: false,
  isDefault: false,
  isOwn: true,
  mayDelete: true,
  isIncomplete: false,
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

test('the first view is saved beside the number of records, without a line of tabs', async () => {
  await openList('?role=admin');
  const button = await screen.findByRole('button', { name: 'Save view' });
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull();
  const count = screen.getByRole('status', { name: 'Number of results' });
  expect(count.parentElement!.contains(button)).toBe(true);
});

test('a view of another list has no tab', async () => {
  server.views = [view('a', { resource: 'books' }), view('b')];
  await openList();
  await tab('View b');
  expect(within(tabs()).queryByRole('link', { name: 'View a' })).toBeNull();
});

test('a tab links to the complete state of the view: search, filters, order and columns', async () => {
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

test('a tab shows that the list differs from the view, which can then be saved', async () => {
  server.views = [view('a')];
  await openList('?_view=a&searchTerm=ada&role=admin');
  await tab('View a');
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
  await click(screen.getByRole('button', { name: 'Remove the filter Role' }));
  await tab('View a changed');
  expect(screen.getByRole('button', { name: 'Update view' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Save view' })).toBeDefined();
});

test('a shared view of another user can only be saved as a new one', async () => {
  server.views = [view('a', { isOwn: false, shared: true })];
  await openList('?_view=a');
  await tab('View a shared changed');
  expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save view' })).toBeDefined();
});

/** Returns the texts in the menu of a view. */
const actionsOn = async (name: string) => {
  const button = await screen.findByRole('button', { name: `Actions on the view ${name}` });
  const menu = document.getElementById(button.getAttribute('popovertarget')!)!;
  menu.removeAttribute('popover');
  fireEvent(menu, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  const actions = within(menu).getByRole('list');
  return within(actions)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
};

test.each([
  [true, ['Make it the default', 'Delete']],
  [false, ['Make it the default']],
])(
  "a shared view of another user can be the user's default, and is deleted with the permission: %s",
  async (mayDelete, actions) => {
    server.views = [
      view('a', { isDefault: true }),
      view('b', { isOwn: false, shared: true, query: '', mayDelete }),
    ];
    await openList('?_view=b');
    expect(await actionsOn('View b')).toEqual(actions);
  },
);

test.each([
  ['admin', 'Make it the default, for others too'],
  ['user', 'Make it the default'],
])(
  'a shared view becomes the default of other users only for a role that may share it: %s',
  async (role, action) => {
    server.views = [view('a', { shared: true, query: '' })];
    await openList('?_view=a');
    setSession({ ...currentSession()!, user: { ...currentSession()!.user, role } });
    await click(await tab('View a shared'));
    expect(await actionsOn('View a')).toContain(action);
  },
);

test('a list opens with the default view, and the list of all records has its own URL', async () => {
  server.views = [view('a'), view('b', { isDefault: true })];
  const router = await openList();
  await waitFor(() => expect(router.state.location.search).toBe('?_view=b&searchTerm=ada&role=admin'));
  // The page has not requested the list of all records meanwhile.
  expect(server.queries.map((query) => query.get('role'))).toEqual(['admin']);
  await click(await tab('All'));
  await waitFor(() => expect(router.state.location.search).toBe('?_view=all'));
  await click(await tab('View a'));
  await waitFor(() => expect(router.state.location.search).toContain('_view=a'));
});

test('a URL with a query opens without the default view', async () => {
  server.views = [view('a', { isDefault: true })];
  const router = await openList('?searchTerm=x');
  expect((await tab('All changed')).ariaCurrent).toBe('page');
  expect(router.state.location.search).toBe('?searchTerm=x');
});

test('the columns of a view change in the URL, and the columns of the list itself do not', async () => {
  server.views = [view('a', { query: '', columns: ['email', 'name', 'role'] })];
  const router = await openList('?_view=a&_columns=email,name,role');
  await tab('View a');
  const button = screen.getByText('Columns').closest('button')!;
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  panel.removeAttribute('popover');
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await click(await within(panel).findByRole('checkbox', { name: 'Name' }));
  await waitFor(() =>
    expect(router.state.location.search).toBe(search({ _view: 'a', _columns: 'email,role' })),
  );
  expect(headings()).toHaveLength(2);
  expect(localStorage.length).toBe(0);
  await tab('View a changed');
});

test('a view with missing parts says so', async () => {
  server.views = [view('a', { query: '', isIncomplete: true })];
  await openList('?_view=a');
  expect(await screen.findByText(/Part of this view is left out/)).toBeDefined();
});

test('views without a tab are in a menu, and the current one always has a tab', async () => {
  server.views = Array.from({ length: 9 }, (_, number) => view(String(number)));
  await openList('?_view=8');
  await tab('View 8 changed');
  expect(
    within(tabs())
      .getAllByRole('link')
      .map(({ textContent }) => textContent.trim()),
  ).toEqual([...['All', 'View 0', 'View 1', 'View 2', 'View 3', 'View 8']]);
});
