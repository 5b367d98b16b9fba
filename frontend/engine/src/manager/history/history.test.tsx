// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { Component as ShowPage } from '../show/show-page.tsx';
import { openManager, serveManager } from '../testing/manager-fixture.tsx';

const at = '2026-11-22T10:05:00.000Z';
const account = { emailVerified: true, onboardedAt: at, banned: false, banReason: null, banExpires: null };
const grace = {
  id: 'grace',
  email: 'grace@example.com',
  name: 'Grace',
  role: 'user',
  ...account,
  createdAt: at,
  updatedAt: at,
};
const ada = { id: 'ada', label: 'Ada' };
const change = (id: string, at: string, more: object) => ({
  id,
  at: `2026-11-22T${at}:00.000Z`,
  action: 'update',
  actor: ada,
  impersonator: null,
  apiKey: null,
  batch: null,
  changes: {},
  ...more,
});
const update = change('u', '10:05', {
  batch: 'b',
  changes: { name: { before: 'G', after: 'Grace' }, role: { before: null, after: 'user' } },
});
const pages = [
  { path: '/manager/:resource', element: <h1>The list</h1> },
  { path: '/manager/:resource/:id', Component: ShowPage },
];

const server = serveManager((server) => {
  server.on('GET /api/users/grace', { body: grace });
  server.on('GET /api/users/grace/sessions', { body: [] });
  server.on('GET /api/users/grace/api-keys', { body: [] });
});

/** Opens the page of a user, whose heading is their name, or their last address once they are deleted. */
const open = async (...changes: object[]) => {
  server.on('GET /api/users/grace/history', { body: changes });
  await openManager('/manager/users/grace', pages);
  await screen.findByRole('heading', { level: 1, name: /^(Grace|grace@example\.com)$/ });
  return within(await screen.findByRole('region', { name: 'History' }));
};

test('each change shows the values before and after, below its author and time', async () => {
  const history = await open(
    update,
    change('v', '10:01', { changes: { name: { before: 'X', after: null } } }),
    change('w', '09:00', { action: 'create', impersonator: { id: 'root', label: 'Root' } }),
  );
  expect((await history.findByText('Name changed from', { exact: false })).textContent).toBe(
    'Name changed from G to Grace',
  );
  expect(history.getByText('Role set to', { exact: false }).textContent).toBe('Role set to User');
  expect(history.getByText('Name cleared', { exact: false }).textContent).toBe('Name cleared, it was X');
  expect(history.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Ada',
    'Ada',
    'Root as Ada',
  ]);
  expect(history.getByText('See the whole action')).toBeTruthy();
  expect(history.getByText('Created', { selector: 'li *' })).toBeTruthy();
});

test('a yes or no is said in words, and a day has its date on paper', async () => {
  const history = await open(
    change('u', '10:05', { changes: { banned: { before: true, after: false } } }),
    change('v', '10:01', { changes: { banned: { before: false, after: true } } }),
  );
  expect(await history.findByText('Ban lifted')).toBeTruthy();
  expect(history.getByText('Banned').closest('li')!.textContent).not.toContain('Yes');
  const day = history.getByRole('heading', { level: 3 });
  expect(day.dataset.exact).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}$/);
});

test('a change with an API key names it, and links to all other changes with it', async () => {
  const history = await open(change('k', '10:05', { ...update, apiKey: { id: 'key-id', name: 'مفتاح 🗝️' } }));
  const link = history.getByRole('link', { name: 'API key \u2068مفتاح 🗝️\u2069' });
  expect(link.getAttribute('href')).toBe('/manager/history?apiKey=key-id');
});

test('a change is undone after a confirmation that says what will happen', async () => {
  const history = await open(update);
  await click(await history.findByRole('button', { name: 'Undo this change' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name G',
    'Role Not set',
  ]);
  server.on('POST /api/users/grace/history/u/undo', { body: { batch: 'c', count: 1 } });
  await click(dialog.getByRole('button', { name: 'Undo this change' }));
  expect(await screen.findByText('The change was undone')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const reads = server.sent('GET').filter(({ path }) => path === '/api/users/grace');
  expect(reads.length).toBeGreaterThan(1);
});

test('a change that has been undone says so, and is not undone again', async () => {
  const history = await open({ ...update, id: 'v' }, { ...update, undone: true });
  expect(await history.findAllByText('Undone')).toHaveLength(1);
  expect(history.getAllByRole('button', { name: 'Undo this change' })).toHaveLength(1);
});

test('a failed undo says which fields have been changed again, and nothing else', async () => {
  const history = await open(update);
  await click(await history.findByRole('button', { name: 'Undo this change' }));
  const errors = { name: [{ key: 'errors.changedSince', message: '' }] };
  server.on('POST /api/users/grace/history/u/undo', {
    status: 409,
    body: {
      code: 'CHANGED_SINCE',
      message: '',
      errors,
      record: { resource: 'users', id: 'grace', label: '' },
    },
  });
  const dialog = within(await screen.findByRole('dialog'));
  await click(dialog.getByRole('button', { name: 'Undo this change' }));
  const text = await dialog.findByText('Name has been changed again since');
  expect(text.closest('[role=alert]')!.textContent).toBe(text.textContent);
});

test('a failed undo without field errors says why', async () => {
  const history = await open(update);
  await click(await history.findByRole('button', { name: 'Undo this change' }));
  const body = { code: 'CHANGED_SINCE', message: '' };
  server.on('POST /api/users/grace/history/u/undo', { status: 409, body });
  const dialog = within(await screen.findByRole('dialog'));
  await click(dialog.getByRole('button', { name: 'Undo this change' }));
  const text = 'This has been changed again since, so it cannot be undone.';
  expect(await dialog.findByText(text)).toBeTruthy();
});

test('creations, and fields that only the server writes, cannot be undone', async () => {
  const banned = { banned: { before: false, after: true } };
  const history = await open(
    change('u', '10:00', { changes: banned }),
    change('w', '09:00', { action: 'create' }),
  );
  expect(await history.findByText('Created', { selector: 'li *' })).toBeTruthy();
  expect(history.queryByRole('button', { name: 'Undo this change' })).toBeNull();
});

test('a deleted record shows who deleted it, its last values and its history, and can be restored', async () => {
  const changes = {
    email: { before: 'grace@example.com', after: null },
    createdAt: { before: at, after: null },
  };
  server.on('GET /api/users/grace', { status: 404, body: { code: 'NOT_FOUND', message: '' } });
  const history = await open(change('d', '10:00', { action: 'delete', changes }));
  expect(screen.getByRole('heading', { name: 'grace@example.com' })).toBeTruthy();
  const deletion = within(screen.getByRole('region', { name: 'This record was deleted' }));
  expect(deletion.getByText('Ada')).toBeTruthy();
  expect(deletion.getByText(/^Nov 22, 2026, /)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Details' }).textContent).toBe('Created Nov 22, 2026 ');
  expect(history.getByText('Deleted')).toBeTruthy();
  expect(history.queryByRole('button')).toBeNull();
  server.on('GET /api/users/grace', { body: grace });
  server.on('POST /api/users/grace/history/d/undo', { body: { batch: 'c', count: 1 } });
  await click(deletion.getByRole('button', { name: 'Bring it back' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^grace@example.com comes back/)).toBeTruthy();
  await click(dialog.getByRole('button', { name: 'Undo this change' }));
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy();
});

test('a record that never existed is not found', async () => {
  server.on('GET /api/users/grace', { status: 404, body: { code: 'NOT_FOUND', message: '' } });
  server.on('GET /api/users/grace/history', { status: 404, body: { code: 'NOT_FOUND', message: '' } });
  await openManager('/manager/users/grace', pages);
  expect(await screen.findByText('This record could not be found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/manager/users');
});

test('the newest archiving or restoration is undone like other changes, an older one is not', async () => {
  const history = await open(
    change('r', '10:05', { action: 'restore' }),
    change('a', '10:04', { action: 'archive' }),
  );
  const [button, ...others] = await history.findAllByRole('button', { name: 'Undo this change' });
  expect(others).toEqual([]);
  await click(button!);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Nobody sees it any more except in the archive/)).toBeTruthy();
  server.on('POST /api/users/grace/history/r/undo', { body: { batch: 'x', count: 1 } });
  await click(dialog.getByRole('button', { name: 'Undo this change' }));
  expect(await screen.findByText('The change was undone')).toBeTruthy();
});
