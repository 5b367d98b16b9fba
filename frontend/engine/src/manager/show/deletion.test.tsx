// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { Action } from '@bindery/contract/schema/index.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import BulkBar from '../bulk/bulk-bar.tsx';
import RowMenu from '../list/row-menu.tsx';
import { resourceNamed } from '../resource.ts';
import { heading, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { Component as ShowPage } from './show-page.tsx';

const times = { createdAt: '2026-01-31T12:00:00.000Z', updatedAt: '2026-01-31T12:00:00.000Z' };
const genre = { id: 'poetry', name: 'Poetry', ...times };
const effects = { deleted: [], changed: [], blocking: [] };
const genres = resourceNamed('genres')!;
const nothing = () => {};

const server = serveManager((server) => {
  server.on('GET /api/genres/poetry', { body: genre, headers: { etag: '"1"' } });
  server.on('GET /api/genres/poetry/history', {
    body: [{ id: 'entry-2', action: 'delete', changes: {}, batch: null, at: times.createdAt, actor: null }],
  });
  server.on('GET /api/genres/poetry/related', { body: [] });
  server.on('GET /api/genres/poetry/deletion', { body: effects });
  server.on('POST /api/genres/bulk/deletion', { body: effects });
  server.on('DELETE /api/genres/poetry', {});
  server.on('POST /api/genres/poetry/history/entry-2/undo', { body: { batch: 'b', count: 1 } });
  server.on('POST /api/genres/bulk', { body: { batch: 'batch-1', count: 1 } });
  server.on('POST /api/history/batches/batch-1/undo', { body: { batch: 'b', count: 1 } });
});

let rights: Action[];
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  rights = ['read', 'create', 'update', 'delete'];
});
const open = async (address: string, Component: () => React.ReactNode) => {
  const opening = openManager(address, [
    { path: '/manager/genres', Component: address === '/manager/genres' ? Component : () => <h1>Genres</h1> },
    { path: '/manager/:resource/:id', Component },
  ]);
  setSession(sessionWith({ genre: rights, apps: ['app', 'manager'] }));
  return await opening;
};

/** Every place to delete a book from: how its dialog opens, and how the deletion is undone. */
const doors = [
  {
    door: 'the page of the record',
    undo: '/api/genres/poetry/history/entry-2/undo',
    ask: async () => {
      await open('/manager/genres/poetry', ShowPage);
      await heading('Poetry');
      fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    },
  },
  {
    door: 'the menu of a row',
    undo: '/api/history/batches/batch-1/undo',
    ask: async () => {
      const button = document.createElement('button');
      await open('/manager/genres', () => (
        <RowMenu resource={genres} item={genre} button={button} onClose={nothing} />
      ));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    },
  },
  {
    door: 'the bar of the selected',
    undo: '/api/history/batches/batch-1/undo',
    ask: async () => {
      const props = { resource: genres, select: { ids: ['poetry'] }, count: 1, label: 'Poetry', total: 1 };
      const on = { onSelectAll: nothing, onDeselect: nothing, onClose: nothing };
      await open('/manager/genres', () => <BulkBar {...props} {...on} query="" exact />);
      fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    },
  },
];

test.each(doors)(
  '$door says that a deletion can be undone, and its toast names the record and undoes it',
  async ({ ask, undo }) => {
    await ask();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('You can undo it right afterwards, and later from the history.')).toBeTruthy();
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: /Delete/ });
    await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
    fireEvent.click(confirm);
    const toast = (await screen.findByText(/deleted$/)).closest('li')!;
    expect(within(toast).getByText('Poetry')).toBeTruthy();
    fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.sent('POST').map(({ path }) => path)).toContain(undo));
    const undone = (await screen.findByText('Undone')).closest('li')!;
    expect(within(undone).getByText('Poetry')).toBeTruthy();
  },
);

test.each(doors)(
  '$door says that it cannot be undone to users without the permission to create records',
  async ({ ask }) => {
    rights = ['read', 'update', 'delete'];
    await ask();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('It will be deleted for good. This cannot be undone.')).toBeTruthy();
    const confirm = dialog.getByRole('button', { name: /Delete/ });
    await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
    fireEvent.click(confirm);
    await screen.findByText(/deleted$/);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  },
);

test('a record that could not be deleted is still shown, and a toast says so', async () => {
  server.on('DELETE /api/genres/poetry', { status: 400, body: { code: 'UNKNOWN_ERROR', message: '' } });
  await doors[0]!.ask();
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: /Delete/ });
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
  fireEvent.click(confirm);
  expect(await screen.findByText('Failed to delete the genre')).toBeTruthy();
  await heading('Poetry');
});

test('a record that another user has changed meanwhile is not deleted without a warning', async () => {
  server.on('DELETE /api/genres/poetry', ({ headers }) =>
    headers.get('if-match') === '"2"'
      ? {}
      : { status: 412, body: { code: 'PRECONDITION_FAILED', message: 'Changed' } },
  );
  await doors[0]!.ask();
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: /Delete/ });
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
  const changed = { ...genre, name: 'Verse' };
  server.on('GET /api/genres/poetry', { body: changed, headers: { etag: '"2"' } });
  fireEvent.click(confirm);
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Somebody has changed this record/);
  await heading('Verse');
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
  fireEvent.click(confirm);
  await screen.findByText(/deleted$/);
});

test('the page of a record names what is deleted with it', async () => {
  const deleted = [{ resource: 'books', total: 2 }];
  server.on('GET /api/genres/poetry/deletion', { body: { ...effects, deleted } });
  await doors[0]!.ask();
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('listitem')).textContent).toBe('2 books');
});

test('the deletion of a record leads back to its list, and one more Back to what was before the list', async () => {
  const addresses = ['/manager/genres/essay', '/manager/genres?searchTerm=poe', '/manager/genres/poetry'];
  const router = await open(addresses[0]!, () => <ShowPage />);
  for (const address of addresses.slice(1)) await act(() => router.navigate(address));
  const entries = () => addresses.map((address) => ({ url: location.origin + address, sameDocument: true }));
  vi.stubGlobal('navigation', { currentEntry: { index: 2 }, entries });
  await heading('Poetry');
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: /Delete/ });
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
  fireEvent.click(confirm);
  await heading('Genres');
  expect(router.state.location.search).toBe('?searchTerm=poe');
  expect(server.sent('GET').filter(({ path }) => path === '/api/genres/poetry')).toHaveLength(1);
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/manager/genres/essay');
});
