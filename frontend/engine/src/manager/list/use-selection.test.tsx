// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ToastHost } from '#frontend/shell/components/toasts.tsx';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { click } from '#frontend/testing/click.ts';
import {
  headingButton,
  type ListServer,
  openList,
  rowsInDocument,
  startListServer,
} from '../testing/list-fixture.tsx';

let server: ListServer;

beforeAll(async () => {
  server = await startListServer();
  await loadNamespaces('errors');
  await Promise.all([
    import('../bulk/bulk-bar.tsx'),
    import('../bulk/delete-selected-dialog.tsx'),
    import('#frontend/shell/components/toaster.tsx'),
  ]);
});

beforeEach(() => {
  Object.assign(server, { total: 18, pageSize: 8, fails: false });
  server.sent.length = 0;
  server.replies.length = 0;
  render(<ToastHost />);
});

afterEach(() => {
  cleanup();
  toast.dismiss();
});

const box = (index: number) => rowsInDocument()[index]!.querySelector('input')!;
const boxOfAll = () => document.querySelector<HTMLInputElement>('thead input')!;
const selected = () =>
  rowsInDocument().flatMap(({ dataset }) => (dataset.selected ? Number(dataset.index) : []));
const bar = () => screen.findByRole('region', { name: 'Selection', hidden: true });
const inBar = async (name: string) => within(await bar()).getByRole('button', { name, hidden: true });
const dialog = () => within(document.querySelector('dialog')!);
const deletion = { deleted: [], changed: [], blocking: [] };
const batch = { batch: '01900000-0000-7000-8000-00000000aaaa', count: 2 };

describe('the selection of a list', () => {
  test('has the rows with checked boxes, which are named after their record', async () => {
    await openList();
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Select user-1@example.com' })).toBe(box(1));
    await click(box(1));
    await click(box(3));
    expect(selected()).toEqual([1, 3]);
    expect((await bar()).textContent).toContain('2 users selected');
    await click(box(1));
    expect(selected()).toEqual([3]);
  });

  test('names its first records before they are deleted', async () => {
    await openList();
    for (const index of [1, 2, 4, 5]) await click(box(index));
    await click(await inBar('Delete'));
    const named = [1, 2, 4].map((place) => `user-${place}@example.com`);
    await waitFor(() => expect(dialog().getByText([...named, '…'].join(' · '))).toBeTruthy());
  });

  test('includes all rows between two with Shift', async () => {
    await openList();
    await click(box(2));
    await click(box(6), { shiftKey: true });
    expect(selected()).toEqual([2, 3, 4, 5, 6]);
    await click(box(4), { shiftKey: true });
    expect(selected()).toEqual([2, 3]);
  });

  test('is all loaded rows, then all records of the filter, then all of them except some', async () => {
    await openList('?searchTerm=user');
    await click(boxOfAll());
    expect(selected()).toHaveLength(8);
    await click(await inBar('Select all: 18 users'));
    expect((await bar()).textContent).toContain('18 users selected');
    await click(box(0));
    await click(screen.getByText('Load more'));
    await waitFor(() => expect(selected()).toHaveLength(15));
    expect((await bar()).textContent).toContain('17 users selected');
    await click(await inBar('Delete'));
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]).toEqual({
      path: '/api/users/bulk/deletion',
      body: { select: { query: 'q=user', count: 17, except: ['id-0'] } },
    });
  });

  test('stays in another order and with further rows, and ends with another filter', async () => {
    const router = await openList();
    await click(box(0));
    await click(headingButton('Name'));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name'));
    await click(screen.getByText('Load more'));
    await waitFor(() => expect(rowsInDocument()).toHaveLength(16));
    expect(selected()).toEqual([0]);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ada' } });
    await waitFor(() => expect(router.state.location.search).toContain('searchTerm=ada'));
    await waitFor(() => expect(selected()).toEqual([]));
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });

  test('is offered as a whole also where the list does not know the exact number: it is counted first', async () => {
    server.total = 10_001;
    await openList();
    await click(box(0));
    await click(await inBar('Select all that were found'));
    expect(server.queries.at(-1)?.get('_total')).toBe('exact');
    await waitFor(async () => expect((await bar()).textContent).toContain('10,001 users selected'));
    expect(within(await bar()).queryByRole('button', { name: /^Select all/ })).toBeNull();
  });

  test('ends with its button, and the focus returns to the rows', async () => {
    await openList();
    await click(box(2));
    await click(await inBar('Clear the selection'));
    expect(selected()).toEqual([]);
    expect(document.activeElement).toBe(box(0));
  });
});

describe('deleting the selection', () => {
  async function openDialog(indexes: number[], effects?: object) {
    await openList();
    for (const index of indexes) await click(box(index));
    if (effects) server.replies.push(Response.json(effects));
    await click(await inBar('Delete'));
    await waitFor(() => expect(server.sent).toHaveLength(1));
  }
  const confirm = (name: string) => dialog().getByRole('button', { name, hidden: true });

  test('names the number of records and the further effects', async () => {
    await openDialog([1, 2], {
      ...deletion,
      deleted: [
        { resource: 'books', total: 3 },
        { resource: null, total: 1 },
      ],
    });
    expect(dialog().getByText('Delete 2 users?')).toBeTruthy();
    await waitFor(() => expect(dialog().getByText('1 other record')).toBeTruthy());
    server.replies.push(Response.json(batch));
    await click(confirm('Delete 2 users'));
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    expect(server.sent[1]).toEqual({
      path: '/api/users/bulk',
      body: { select: { ids: ['id-1', 'id-2'] }, action: 'delete' },
    });
    expect(selected()).toEqual([]);
  });

  test('names a single record by its label', async () => {
    await openDialog([4]);
    expect(dialog().getByText('Delete “user-4@example.com”?')).toBeTruthy();
  });

  test('is not possible while other records prevent it', async () => {
    await openDialog([1, 2], { ...deletion, blocking: [{ resource: null, total: 2 }] });
    await waitFor(() => expect(dialog().getByText('2 other records')).toBeTruthy());
    expect(dialog().queryByRole('button', { name: 'Delete 2 users', hidden: true })).toBeNull();
  });

  test('names the record that prevents it, and changes nothing', async () => {
    await openDialog([1, 2]);
    const record = { resource: 'users', id: 'id-2', label: 'user-2@example.com' };
    server.replies.push(Response.json({ code: 'FORBIDDEN', message: '', record }, { status: 403 }));
    await click(confirm('Delete 2 users'));
    const alert = await dialog().findByRole('alert', { hidden: true });
    expect(alert.textContent).toMatch(/^user-2@example\.com: /);
    expect(selected()).toEqual([1, 2]);
  });

  test('shows the new number if more records match meanwhile, and confirms it, also after another failure', async () => {
    await openList();
    await click(boxOfAll());
    await click(await inBar('Select all: 18 users'));
    await click(await inBar('Delete'));
    await waitFor(() => expect(server.sent).toHaveLength(1));
    const changed = { code: 'SELECTION_CHANGED', message: '', count: 19 };
    server.replies.push(Response.json(changed, { status: 409 }));
    await click(confirm('Delete 18 users'));
    await waitFor(() => expect(dialog().getByText('Delete 19 users?')).toBeTruthy());
    await waitFor(() => expect(confirm('Delete 19 users').ariaBusy).toBeNull());
    server.replies.push(Response.json({ code: 'TOO_MANY_REQUESTS', message: 'Wait' }, { status: 429 }));
    await click(confirm('Delete 19 users'));
    await waitFor(() => expect(dialog().getByRole('alert', { hidden: true }).textContent).not.toBe(''));
    server.replies.push(Response.json({ ...batch, count: 19 }));
    await click(confirm('Delete 19 users'));
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    const writes = server.sent.filter(({ path }) => path === '/api/users/bulk');
    expect(writes.at(-1)?.body).toMatchObject({ select: { count: 19 }, action: 'delete' });
  });

  test('can be undone from the toast', async () => {
    await openDialog([1, 2]);
    server.replies.push(Response.json(batch), Response.json({ count: 2 }));
    await click(confirm('Delete 2 users'));
    await click(await screen.findByText('Undo'));
    await waitFor(() => expect(screen.getByText('Undone')).toBeTruthy());
    expect(server.sent.at(-1)?.path).toBe(`/api/history/batches/${batch.batch}/undo`);
  });
});
