// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { productPreloads } from '@bindery/contract/api/read-pages.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { closeManager, heading, OWN_ID, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { auditFilters } from './audit-filters.tsx';
import { Component as AuditPage } from './audit-page.tsx';

const change = (id: string, more: object = {}) => ({
  id,
  at: '2026-11-22T10:00:00.000Z',
  action: 'update',
  batch: null,
  impersonator: null,
  apiKey: null,
  actor: { id: 'ada', label: 'Ada' },
  resource: 'users',
  recordId: 'grace',
  label: 'grace@example.com',
  changes: { name: { before: 'G', after: 'Grace' } },
  ...more,
});
const pages = [
  { path: '/manager/history', Component: AuditPage },
  { path: '/manager/:resource/:id', element: <h1>The record</h1> },
];

const server = serveManager((server) =>
  server.on('GET /api/history', { body: [change('a')], headers: { 'x-next-cursor': 'next' } }),
);

/** Opens the panel as a browser does; jsdom has no popovers. */
function openFilters(button: HTMLElement) {
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  panel.removeAttribute('popover');
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
}

const open = async (address = '/manager/history') => {
  const router = await openManager(address, pages);
  await heading('History');
  return router;
};

test('the history of all resources links to each record, also to a deleted one by its last label', async () => {
  server.on('GET /api/history', {
    body: [
      change('a'),
      change('d', {
        action: 'delete',
        label: 'gone@example.com',
        recordId: 'gone',
        batch: 'b',
        batchSize: 1,
      }),
    ],
  });
  await open();
  await screen.findByRole('link', { name: 'grace@example.com' });
  const items = [...document.querySelectorAll<HTMLElement>('[data-changes] > li')];
  const [first, second] = items.map((item) => within(item));
  expect(first!.getByText('Name changed from', { exact: false }).textContent).toBe(
    'Name changed from G to Grace',
  );
  const links = second!.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/manager/users/gone']);
  expect(items[1]!.textContent).toContain('Ada deleted gone@example.com');
  expect(second!.getByRole('img', { name: 'Deleted' })).toBeTruthy();
});

test('a creation after a deletion has brought the record back', async () => {
  const gone = { recordId: 'gone', label: 'gone@example.com', changes: {} };
  server.on('GET /api/history', {
    body: [
      change('c', { ...gone, action: 'create', returned: true, at: '2026-11-22T11:00:00.000Z' }),
      change('d', { ...gone, action: 'delete', undone: true }),
      change('e', { ...gone, action: 'create', at: '2026-11-22T09:00:00.000Z' }),
    ],
  });
  await open();
  await screen.findAllByRole('link', { name: 'gone@example.com' });
  const items = [...document.querySelectorAll<HTMLElement>('[data-changes] > li')];
  expect(items[0]!.textContent).toContain('Ada brought gone@example.com back');
  expect(within(items[0]!).getByRole('img', { name: 'Brought back' })).toBeTruthy();
  expect(items[1]!.textContent).toContain('Undone');
  expect(items[2]!.textContent).toContain('Ada created gone@example.com');
  expect(screen.getAllByText('Undone')).toHaveLength(1);
});

test('each day of the history has its title once', async () => {
  const now = new Date();
  const ago = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12).toISOString();
  server.on('GET /api/history', {
    body: [
      change('a', { at: ago(0) }),
      change('b', { at: ago(1) }),
      change('c', { at: ago(1) }),
      change('d', { at: '2025-11-22T12:00:00.000Z' }),
    ],
  });
  await open();
  await screen.findAllByRole('link', { name: 'grace@example.com' });
  const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(days).toEqual(['Today', 'Yesterday', 'Saturday, November 22, 2025']);
});

test('filters are stored in the URL, narrow the export too, and can be cleared', async () => {
  const router = await open('/manager/history?user=ada');
  openFilters(await screen.findByRole('button', { name: 'Filters1' }));
  fireEvent.change(await screen.findByLabelText('Change'), { target: { value: 'delete' } });
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '11/01/2026' } });
  await waitFor(() => expect(router.state.location.search).toBe('?user=ada&action=delete&from=2026-11-01'));
  const exported = screen.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  expect(exported).toMatch(/^\/api\/history\/export\?user=ada&action=delete&from=20\d\d-1[01]-\d\dT/);
  const chips = within(screen.getByRole('list', { name: '3 filters' }));
  await chips.findByText('Ada');
  expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'User Ada',
    'Change Deleted',
    'From Nov 1, 2026',
  ]);
  await click(chips.getByRole('button', { name: 'Remove the filter Change' }));
  expect(router.state.location.search).toBe('?user=ada&from=2026-11-01');
  await click(screen.getAllByRole('button', { name: 'Clear all' })[0]!);
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('list', { name: /filter/ })).toBeNull();
  const search = screen.getByLabelText('Search by record', { selector: 'input' });
  fireEvent.change(search, { target: { value: 'grace hopper' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.search).toBe('?label=grace+hopper'));
  expect(server.requests.at(-1)).toMatchObject({
    path: '/api/history',
    query: '?_batches=once&label=grace+hopper',
  });
});

test('the first call is exactly the one that the server preloads', async () => {
  const { calls, queryParameters } = productPreloads['/manager/history'];
  await open();
  closeManager();
  await open('/manager/history?batch=b&resource=users');
  const first = server.requests
    .filter(({ path }) => path === '/api/history')
    .map((one) => one.path + one.query);
  expect(first).toEqual([calls[0], `${calls[0]}&resource=users&batch=b`]);
  expect(Object.keys(queryParameters)).toEqual(
    auditFilters.filter((name) => name !== 'from' && name !== 'to'),
  );
});

test('the next page is loaded below the one before', async () => {
  await open();
  await screen.findByRole('link', { name: 'grace@example.com' });
  server.on('GET /api/history', { body: [change('b', { label: 'second@example.com' })] });
  await click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('link', { name: 'second@example.com' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'grace@example.com' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('a search without matches is cleared separately from the filters', async () => {
  server.on('GET /api/history', { body: [] });
  const router = await open('/manager/history?label=nothing&action=create');
  expect(await screen.findByText('No results for the search term')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Clear all filters' })).toBeTruthy();
  await click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1)!);
  expect(router.state.location.search).toBe('?action=create');
});

test('a filter without matches is reported, and a failure can be retried', async () => {
  server.on('GET /api/history', { body: [] });
  await open('/manager/history?batch=b');
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  closeManager();
  server.on('GET /api/history', { status: 400, body: { code: 'INVALID', message: '' } });
  await open();
  expect(await screen.findByText('The history could not be loaded')).toBeTruthy();
  server.on('GET /api/history', { body: [change('a')] });
  await click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'grace@example.com' })).toBeTruthy();
});

test('the users to filter by are listed once the field is opened, and one narrows the history', async () => {
  server.on('GET /api/users', { body: [{ id: 'ada', name: 'Ada', email: 'ada@example.com' }] });
  const router = await open();
  const isAsked = () => server.requests.some(({ path }) => path === '/api/users');
  openFilters(await screen.findByRole('button', { name: 'Filters' }));
  const closed = await screen.findByRole('button', { name: /^User / });
  expect(isAsked()).toBe(false);
  await click(closed);
  const field = await screen.findByRole('combobox', { name: 'User' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await click(await screen.findByTitle(/Ada|ada@example.com/));
  await waitFor(() => expect(router.state.location.search).toBe('?user=ada'));
});

test('a batch is a sentence with its number, and only its author can undo it', async () => {
  const batch = { batch: 'b', batchSize: 99_793, uniformBatch: true, action: 'create', changes: {} };
  server.on('GET /api/history', {
    body: [
      change('a', { ...batch, actor: { id: OWN_ID, label: 'Ada' } }),
      change('c', { ...batch, batch: 'c', actor: { id: 'joan', label: 'Joan' } }),
    ],
  });
  await open();
  const [own, other] = await screen.findAllByRole('link', { name: '99,793 users' });
  expect(own!.closest('p')!.textContent).toBe('Ada created 99,793 users');
  expect(own!.getAttribute('href')).toBe('/manager/history?batch=b');
  expect(within(other!.closest('li')!).queryByRole('button')).toBeNull();
  await click(screen.getByRole('button', { name: 'Undo all' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo 99,793 changes?' }));
  const record = { resource: 'users', id: 'grace', label: 'grace@example.com' };
  const body = { code: 'CHANGED_SINCE', message: 'Changed', record };
  server.on('POST /api/history/batches/b/undo', { status: 409, body });
  await click(dialog.getByRole('button', { name: 'Undo all' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^User grace@example.com: This has been changed again/,
  );
  const errors = { name: [{ key: 'errors.required', message: '' }] };
  server.on('POST /api/history/batches/b/undo', { status: 400, body: { ...body, code: 'INVALID', errors } });
  await click(dialog.getByRole('button', { name: 'Undo all' }));
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toBe('User grace@example.com: Name is required'),
  );
  server.on('POST /api/history/batches/b/undo', { body: { batch: 'd', count: 99_793 } });
  await click(dialog.getByRole('button', { name: 'Undo all' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
});

const named = (...labels: (string | null)[]) =>
  labels.map((label, index) => ({ resource: 'users', recordId: `r${index}`, label }));
/** Returns the rows once they have been loaded. */
const rows = async () => {
  await waitFor(() => expect(document.querySelector('[data-changes] > li')).toBeTruthy());
  return [...document.querySelectorAll<HTMLElement>('[data-changes] > li')];
};

test('a batch of two records names both, a larger one some of them, and the numbers of different changes', async () => {
  const batch = { uniformBatch: true, batchSize: 2, changes: {}, recordId: 'gone', label: 'gone' };
  const both = named('a@example.com', 'b@example.com');
  const some = named('a@example.com', 'b@example.com', null);
  const parts = [
    { resource: 'users', action: 'update', count: 3 },
    { resource: 'users', action: 'delete', count: 2 },
  ];
  server.on('GET /api/history', {
    body: [
      change('c', { ...batch, batch: 'c', action: 'create', returned: true, batchRecords: both }),
      change('d', { ...batch, batch: 'd', action: 'delete', batchRecords: both.slice(0, 1) }),
      change('e', { ...batch, batch: 'e', action: 'archive', batchRecords: some, batchSize: 7 }),
      change('f', { ...batch, batch: 'f', uniformBatch: false, batchParts: parts, batchSize: 5 }),
    ],
  });
  await open();
  const [two, same, more, mixed] = await rows();
  expect(two!.querySelector('p')!.textContent).toBe('Ada brought a@example.com and b@example.com back');
  expect(
    within(two!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/manager/users/r0', '/manager/users/r1']);
  expect(same!.querySelector('p')!.textContent).toBe('Ada deleted 2 users');
  expect(more!.textContent).toContain(
    'a@example.com, b@example.com, User (since deleted), and 4\u00a0others',
  );
  expect(mixed!.querySelector('p')!.textContent).toBe('Ada made 5 changes');
  expect(mixed!.textContent).toContain('Changed: 3 users · Deleted: 2 users');
  expect(within(mixed!).getByRole('img', { name: 'Several changes' })).toBeTruthy();
});

test('a batch shows a new value that all of its records have, and no other', async () => {
  const changes = {
    name: { before: 'G', after: 'Grace' },
    role: { before: 'admin', after: 'user' },
    banned: { before: true, after: null },
  };
  const batch = { batch: 'b', batchSize: 3, uniformBatch: true, changes };
  server.on('GET /api/history', { body: [change('a', { ...batch, sharedFields: ['role', 'banned'] })] });
  await open();
  const [row] = await rows();
  expect(row!.querySelector('p')!.textContent).toBe('Ada changed 3 users · Name');
  expect(row!.textContent).toContain('Role set to UserBanned cleared');
  expect(row!.textContent).not.toContain('Grace');
});

test('a batch that has been undone says so, and cannot be undone again', async () => {
  const own = { actor: { id: OWN_ID, label: 'Ada' }, batchSize: 3, uniformBatch: true };
  server.on('GET /api/history', {
    body: [
      change('a', { ...own, batch: 'a', batchUndone: true }),
      change('b', { ...own, batch: 'b', batchUndone: false, undone: true }),
    ],
  });
  await open();
  const [undone, partly] = await rows();
  expect(within(undone!).getByText('Undone')).toBeTruthy();
  expect(within(undone!).queryByRole('button')).toBeNull();
  expect(within(partly!).queryByText('Undone')).toBeNull();
  expect(within(partly!).getByRole('button', { name: 'Undo all' })).toBeTruthy();
});

test('the page of a batch has its sentence and each of its changes', async () => {
  const batch = { batch: 'b', batchSize: 3, uniformBatch: true, actor: { id: OWN_ID, label: 'Ada' } };
  server.on('GET /api/history', { body: [change('a', { ...batch, undone: true }), change('c', batch)] });
  await open('/manager/history?batch=b');
  const [first, second] = await rows();
  const sentence = screen.getByText('3 users', { exact: false }).closest('p')!;
  expect(sentence.textContent).toBe('Ada changed 3 users');
  expect(within(sentence).queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Undo all' })).toBeTruthy();
  expect(screen.getByText('One action only')).toBeTruthy();
  expect(first!.textContent).toContain('Ada changed grace@example.comName changed from G to Grace');
  expect(within(first!).getByText('Undone')).toBeTruthy();
  expect(within(second!).queryByText('Undone')).toBeNull();
});

test('a single change can be undone with the right to write, unless its record has been deleted since', async () => {
  server.on('GET /api/history', {
    body: [
      change('a'),
      change('b', { changes: { banned: { before: false, after: true } } }),
      change('c', { action: 'create', changes: {} }),
      change('d', { undone: true }),
      change('e', { action: 'delete', recordId: 'gone', label: 'gone@example.com', changes: {} }),
      change('f', { recordId: 'gone', label: 'gone@example.com' }),
    ],
  });
  await open();
  const undoable = (await rows()).map((row) => within(row).queryByText('Undo') !== null);
  expect(undoable).toEqual([true, false, false, false, true, false]);
  const [first] = await rows();
  await click(within(first!).getByRole('button', { name: 'Undo this change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this change?' }));
  expect(dialog.getByRole('listitem').textContent).toBe('Name G');
  server.on('POST /api/users/grace/history/a/undo', { body: { batch: 'x', count: 1 } });
  server.on('GET /api/history', { body: [change('a', { undone: true })] });
  await click(dialog.getByRole('button', { name: 'Undo this change' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(server.sent('POST')).toHaveLength(1);
});
