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
      change('c', { ...gone, action: 'create', at: '2026-11-22T11:00:00.000Z' }),
      change('d', { ...gone, action: 'delete' }),
      change('e', { ...gone, action: 'create', at: '2026-11-22T09:00:00.000Z' }),
    ],
  });
  await open();
  await screen.findAllByRole('link', { name: 'gone@example.com' });
  const items = [...document.querySelectorAll<HTMLElement>('[data-changes] > li')];
  expect(items[0]!.textContent).toContain('Ada brought gone@example.com back');
  expect(within(items[0]!).getByRole('img', { name: 'Brought back' })).toBeTruthy();
  expect(items[2]!.textContent).toContain('Ada created gone@example.com');
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
  await click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(router.state.location.search).toBe('');
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
  await click(screen.getByRole('button', { name: 'Undo all of them' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo 99,793 changes?' }));
  const record = { resource: 'users', id: 'grace', label: 'grace@example.com' };
  const body = { code: 'CHANGED_SINCE', message: 'Changed', record };
  server.on('POST /api/history/batches/b/undo', { status: 409, body });
  await click(dialog.getByRole('button', { name: 'Undo all of them' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^User grace@example.com: This has been changed again/,
  );
  server.on('POST /api/history/batches/b/undo', { body: { batch: 'd', count: 99_793 } });
  await click(dialog.getByRole('button', { name: 'Undo all of them' }));
  expect(await screen.findByText('The change was undone')).toBeTruthy();
});

test('a batch of several kinds of changes has their number alone, and one that restores records says so', async () => {
  const batch = { batchSize: 2, changes: {}, recordId: 'gone', label: 'gone@example.com' };
  server.on('GET /api/history', {
    body: [
      change('c', { ...batch, batch: 'c', uniformBatch: true, action: 'create' }),
      change('d', { ...batch, batch: 'd', uniformBatch: true, action: 'delete' }),
      change('e', { ...batch, batch: 'e', uniformBatch: false }),
    ],
  });
  await open();
  const sentenceOf = (link: HTMLElement) => link.closest('p')!.textContent;
  expect((await screen.findAllByRole('link', { name: '2 users' })).map(sentenceOf)).toEqual([
    'Ada brought 2 users back',
    'Ada deleted 2 users',
  ]);
  const mixed = screen.getByRole('link', { name: '2 changes made together' });
  expect(sentenceOf(mixed)).toBe('Ada · Users · 2 changes made together');
});
