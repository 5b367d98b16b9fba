// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { DeveloperOverview, ResourceReport } from '@bindery/contract/api/developers/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { Component as DevelopersPage } from './developers-page.tsx';
import { localeLines } from './resource-details.tsx';

const server = new HttpStandIn();

const job = { id: '1', state: 'failed', createdOn: '2026-01-02T03:04:05.000Z', completedOn: null };
const statement = { count: 3, totalMs: 12.34, longestMs: 9 };
const overview: DeveloperOverview = {
  accounts: [
    { role: 'admin', email: 'admin@example.com', state: 'there' },
    { role: 'user', email: 'user@example.com', state: 'taken' },
    { role: 'guide', email: 'guide@example.com', state: 'missing' },
  ],
  resources: [{ name: 'books', table: 'books', rows: 7, bytes: 1_234_567, endpoints: 2, missingTexts: 1 }],
  statements: [
    { ...statement, sql: 'select from books', resources: ['books'] },
    { ...statement, sql: `select ${'a'.repeat(255)} from users`, resources: ['users'] },
  ],
  mails: [{ to: 'قارئ@example.com', subject: '…', sentAt: '2026-01-02T03:04:05.000Z' }],
  jobs: [
    { ...job, queue: 'books-remind', resource: 'books', error: 'No paper' },
    { ...job, id: '2', queue: 'import', resource: null, error: null },
  ],
  schedules: [{ queue: 'books-forget', cron: '0 3 * * *', timeZone: 'UTC' }],
};
const report: ResourceReport = {
  name: 'books',
  tables: [
    {
      name: 'books',
      rows: 7,
      bytes: 1_234_567,
      columns: [{ name: 'title', type: 'text', isNullable: false, default: null }],
      indexes: [{ name: 'books_pkey', definition: 'create unique index books_pkey', bytes: 16_000 }],
    },
  ],
  endpoints: [{ method: 'GET', path: '/api/books', summary: 'List books' }],
  schemas: { item: { type: 'object' }, create: {} },
  rights: [
    { role: 'user', actions: { read: 'some', delete: 'none' }, unreadable: ['price'], unwritable: [] },
  ],
  pages: [{ address: '/manager/books', component: 'manager/list/list-page.tsx' }],
  missingTexts: [{ language: 'fr', keys: ['resources.books.fields.title'] }],
};

beforeAll(async () => {
  await startManager(server);
  await loadNamespaces('developers');
  server.on('GET /api/developers', { body: overview });
  server.on('GET /api/developers/books', { body: report });
  return () => {
    vi.unstubAllGlobals();
  };
});

afterEach(() => closeManager());

const open = (query = '') =>
  openManager(`/manager/developers${query}`, [{ path: '/manager/developers', Component: DevelopersPage }]);
const region = (name: string) => screen.findByRole('region', { name });
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the developer page', () => {
  test('lists resources, statements, emails and jobs', async () => {
    await open();
    expect(rowsOf(await region('Resources: table'))[1]).toEqual(['books', 'books', '7', '1.2 MB', '2', '1']);
    expect(rowsOf(await region('Slowest statements: table'))).toHaveLength(3);
    expect(rowsOf(await region('Latest emails: table'))[1]![1]).toBe('قارئ@example.com');
    expect(rowsOf(await region('Jobs: table'))).toHaveLength(3);
    expect(screen.queryByText('Indexes of books')).toBeNull();
  });

  test('shows the result of one entry, with its own statements and jobs', async () => {
    await open('?resource=books');
    expect(rowsOf(await region('Rights: table'))).toEqual([
      ['Role', 'read', 'delete', 'Cannot read', 'Reads, cannot write'],
      ['user', 'some', 'none', 'price', ''],
    ]);
    expect(rowsOf(await region('Indexes of books: table'))[1]).toEqual([
      '16 kB',
      'create unique index books_pkey',
    ]);
    expect(rowsOf(await region('Slowest statements of books: table'))).toHaveLength(2);
    expect(rowsOf(await region('Jobs of books: table'))[1]).toContain('No paper');
    expect((await region('Missing texts: table')).textContent).toContain('resources.books.fields.title');
    expect(screen.queryByRole('region', { name: 'Slowest statements: table' })).toBeNull();
    const contents = await screen.findByRole('navigation', { name: 'Parts of this entry' });
    for (const link of within(contents).getAllByRole('link'))
      expect(document.querySelector(link.getAttribute('href')!)).not.toBeNull();
  });

  test('folds statements after the slowest', async () => {
    const statements = Array.from({ length: 8 }, (_, at) => ({
      ...statement,
      sql: `select ${at}`,
      resources: [],
    }));
    server.on('GET /api/developers', { body: { ...overview, statements } });
    await open();
    const table = await region('Slowest statements: table');
    expect(rowsOf(table)).toHaveLength(6);
    await click(screen.getByRole('button', { name: 'Show all 8' }));
    expect(rowsOf(table)).toHaveLength(9);
    server.on('GET /api/developers', { body: overview });
  });

  test('copies missing texts as lines of a locale file', () => {
    expect(JSON.parse(localeLines(['resources.books.label', 'resources.books.fields.title']))).toEqual({
      resources: { books: { label: '', fields: { title: '' } } },
    });
  });

  test.each([
    ['nothing', 'nothing'],
    ['__proto__', '__proto__'],
    ['ب', '\u2068ب\u2069'],
  ])('reports that resource %s does not exist', async (name, isolated) => {
    await open(`?resource=${encodeURIComponent(name)}`);
    expect((await screen.findByRole('alert')).textContent).toBe(`There is no resource ${isolated}.`);
  });

  test('shows the product as each role and as an anonymous visitor, and names accounts that it creates or cannot use', async () => {
    await open();
    server.on('POST /api/developers/view-as', { status: 403, body: { code: 'FORBIDDEN', message: 'No' } });
    await click(await screen.findByRole('button', { name: 'public' }));
    await waitFor(() =>
      expect(server.sent('POST')).toMatchObject([
        { path: '/api/developers/view-as', body: { role: 'public' } },
      ]),
    );
    expect(await screen.findByText('The product could not be opened as public.')).toBeDefined();
    const roles = await screen.findByRole('region', { name: 'See the product as…' });
    expect(
      within(roles)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['admin', 'guide', 'public']);
    expect(
      screen.getByText('Accounts that are created on first use: guide (guide@example.com).'),
    ).toBeDefined();
    expect(screen.getByText(/^Not available.*: user \(user@example.com\)\.$/)).toBeDefined();
  });
});
