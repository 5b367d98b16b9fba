// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { readAddress } from '@bindery/contract/records/resources/list-address.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { toActiveFilters } from '../list/filters/active-filters.ts';
import { toChips } from '../list/filters/late-users.ts';
import { extensions } from '../overrides.ts';
import { resourceNamed } from '../resource.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { Component as DashboardPage } from './dashboard-page.tsx';
import { DashboardPanel } from './dashboard-panel.tsx';

const none: Dashboard = {
  totals: [],
  signIns: [],
  signInsBefore: null,
  users: null,
  breakdowns: [],
  latest: [],
};

/** Gives the extension of a resource a section, as its `manager.ts` would. */
const state = (resource: string, title: string) =>
  extensions.set(resource, {
    dashboard: async () => ({ default: () => <DashboardPanel title={title}>Own</DashboardPanel> }),
  });

const server = new HttpStandIn();

beforeAll(async () => {
  await startManager(server);
  server.on('GET /api/dashboard', { body: none });
  return () => {
    vi.unstubAllGlobals();
  };
});

afterEach(() => {
  vi.useRealTimers();
  server.on('GET /api/dashboard', { body: none });
  for (const name of ['genres', 'unreadable']) extensions.delete(name);
  closeManager();
});

test('the dashboard shows the sections of extensions whose resources the user may read, and no others', async () => {
  state('genres', 'Genres by letter');
  state('unreadable', 'Secrets');
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const section = await screen.findByRole('region', { name: 'Genres by letter' });
  expect(section.textContent).toBe('Genres by letterOwn');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Latest changes', 'Genres by letter']);
});

const figures = (created: number, total: number) => ({
  ...none,
  totals: [{ resource: 'users', total, created, createdBefore: 0 }],
});

test.each([
  [7, 100, 'Users100+7 in 30 days'],
  [0, 100, 'Users100'],
  // On the first day everything is new, so the comparison is meaningless.
  [100, 100, 'Users100'],
])('for %i new records among %i a tile says: %s', async (created, total, text) => {
  server.on('GET /api/dashboard', { body: figures(created, total) });
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const tile = await screen.findByRole('link', { name: /^Users ?100/ });
  expect(tile.textContent).toBe(text);
});

test('the tiles have their names while the figures are loading, and only those with figures remain', async () => {
  let answer = (_: { body: Dashboard }) => {};
  const body = new Promise<{ body: Dashboard }>((resolve) => {
    answer = resolve;
  });
  server.on('GET /api/dashboard', () => body);
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const loading = await screen.findByRole('status', { name: 'Loading' });
  const names = () =>
    [...document.querySelectorAll('li a[href^="/manager/"]')].map(({ textContent }) => textContent);
  expect(names()).toContain('Users');
  expect(names().length).toBeGreaterThan(1);
  answer({ body: figures(0, 100) });
  await vi.waitFor(() => expect(loading.isConnected).toBe(false));
  expect(names()).toEqual(['Users100']);
});

test('users who need attention are shown only if there are any', async () => {
  const open = async (users: Dashboard['users']) => {
    server.on('GET /api/dashboard', { body: { ...figures(0, 1), users } });
    await openManager('/', [{ path: '/', Component: DashboardPage }]);
    await screen.findByRole('link', { name: /^Users ?1$/ });
    return screen.queryByRole('region', { name: 'Users who need attention' })?.textContent;
  };
  expect(await open({ banned: 0, notVerified: 0, notOnboarded: 0 })).toBeUndefined();
  closeManager();
  expect(await open({ banned: 0, notVerified: 3, notOnboarded: 2 })).toBe(
    'Users who need attentionNot verified after a day3Not onboarded after a day2',
  );
  const chipsOf = (name: RegExp) => {
    const { searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href);
    const listed = resourceNamed('users')!;
    return toChips(listed, toActiveFilters(readAddress(listed, searchParams).filters));
  };
  expect(chipsOf(/^Not verified/)).toMatchObject([{ late: 'notVerified' }]);
  expect(chipsOf(/^Not onboarded/)).toMatchObject([{ late: 'notOnboarded' }]);
});

test('a breakdown without records says so, and offers the first record to those who may create it', async () => {
  const breakdown = { resource: 'books', field: 'genre', parts: [] };
  server.on('GET /api/dashboard', { body: { ...none, breakdowns: [breakdown] } });
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const section = within(await screen.findByRole('region', { name: 'Books by genre' }));
  expect(section.getByText('No Data')).toBeTruthy();
  expect(section.getByRole('link').getAttribute('href')).toBe('/manager/books/new');
});

const changeAt = (at: Date) => ({
  id: 'c',
  action: 'update' as const,
  at: at.toISOString(),
  changes: { name: { before: 'Grace', after: 'Grace H.' }, role: { before: 'user', after: 'admin' } },
  batch: null,
  actor: { id: 'a', label: 'Ada' },
  impersonator: null,
  apiKey: null,
  resource: 'users',
  recordId: 'grace',
  label: 'grace@example.com',
});

test('a change is shown as a sentence with its author and a link to the record', async () => {
  const change = changeAt(new Date());
  server.on('GET /api/dashboard', {
    body: { ...none, latest: [change, { ...change, id: 'd', label: null }] },
  });
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const panel = await screen.findByRole('region', { name: 'Latest changes' });
  const [named, gone] = within(panel).getAllByRole('listitem');
  expect(named!.textContent).toMatch(/^AAda changed grace@example.com · Name and Role/);
  expect(named!.querySelector('a')!.getAttribute('href')).toBe('/manager/users/grace');
  expect(gone!.textContent).toMatch(/^AAda changed User \(since deleted\)/);
  const all = within(panel).getByRole('link', { name: 'See the history' });
  expect(all.getAttribute('href')).toBe('/manager/history');
});

test('the time of a change stays true while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  server.on('GET /api/dashboard', { body: { ...none, latest: [changeAt(new Date())] } });
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const panel = within(await screen.findByRole('region', { name: 'Latest changes' }));
  expect(panel.getByText('now')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(panel.getByText('3 minutes ago')).toBeTruthy();
});

test('a batch is the sentence that the history has, and says that it has been undone', async () => {
  const batch = {
    ...changeAt(new Date()),
    changes: { name: { before: 'Grace', after: 'Grace H.' } },
    batch: 'b',
    batchSize: 12,
    uniformBatch: true,
    batchUndone: true,
  };
  const mixed = { ...batch, id: 'd', batch: 'd', uniformBatch: false, batchUndone: false };
  server.on('GET /api/dashboard', { body: { ...none, latest: [batch, mixed] } });
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const panel = await screen.findByRole('region', { name: 'Latest changes' });
  const [undone, other] = within(panel).getAllByRole('listitem');
  expect(undone!.textContent).toMatch(/^AAda changed 12 users · NameUndone/);
  expect(undone!.querySelector('a')!.getAttribute('href')).toBe('/manager/history?batch=b');
  expect(other!.textContent).toMatch(/^AAda made 12 changes/);
  expect(other!.textContent).not.toContain('Undone');
});
