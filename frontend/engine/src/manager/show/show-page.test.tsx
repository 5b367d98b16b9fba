// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import * as references from '@bindery/contract/records/resources/reverse-references.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import type { StandInResponse } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { extensions } from '../overrides.ts';
import { useRecordPages } from '../refine/use-record-pages.ts';
import { closeManager, heading, OWN_ID, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { Component as ShowPage } from './show-page.tsx';

vi.mock('@bindery/contract/records/resources/reverse-references.ts', { spy: true });

const REFERENCES = '@bindery/contract/records/resources/reverse-references.ts';

const times = { createdAt: '2026-01-31T12:00:00.000Z', updatedAt: '2026-01-31T12:00:00.000Z' };
const poetry = { id: 'poetry', name: 'Poetry', ...times };
const user = {
  id: 'grace',
  email: 'grace@example.com',
  name: 'Grace',
  role: 'admin',
  onboardedAt: null,
  ...times,
  emailVerified: false,
  banned: false,
  banReason: null,
  banExpires: null,
};
const bookOf = (number: number) => ({
  id: `book-${number}`,
  title: `Book ${number}`,
  author: 'Rumi',
  publisher: null,
  ...times,
  genre: { id: 'poetry', label: 'Poetry' },
});

const pages = [{ path: '/manager/:resource/:id', Component: ShowPage }];
const allRights = ['read', 'create', 'update', 'delete'];

const server = serveManager((server) => {
  server.on('GET /api/genres/poetry', { body: poetry, headers: { etag: '"1"' } });
  server.on('GET /api/genres/poetry/history', { body: [] });
  server.on('GET /api/genres/poetry/related', {
    body: [{ resource: 'books', field: 'genre', total: 12, exact: true }],
  });
  server.on('GET /api/books', {
    body: [bookOf(1), bookOf(2)],
    headers: { 'x-total-count': '12', 'x-next-cursor': 'more' },
  });
});

/** Opens the page of a genre with these permissions on books. */
async function openGenre(bookRights: string[]) {
  const opening = openManager('/manager/genres/poetry', pages);
  setSession(sessionWith({ genre: ['read'], book: bookRights, apps: ['app', 'manager'] }));
  await opening;
  await heading('Poetry');
}

const panel = () => screen.findByRole('region', { name: 'Books' });

test('a record shows the records that refer to it, with their number, and links to add one and to all of them', async () => {
  await openGenre(allRights);
  const books = within(await panel());
  expect(await books.findByText('12')).toBeTruthy();
  expect((await books.findByText('Book 1')).closest('a')?.getAttribute('href')).toBe('/manager/books/book-1');
  expect(books.getByText('New book').getAttribute('href')).toBe('/manager/books/new?genre=poetry');
  expect(books.getByText('Open as a list').getAttribute('href')).toBe('/manager/books?genre=poetry');
});

test('the further fields of related records have heads, which assistive technology skips', async () => {
  await openGenre(allRights);
  const books = within(await panel());
  const head = (await books.findByText('Publisher')).parentElement!;
  expect([...head.children].map(({ textContent }) => textContent)).toEqual(['Title', 'Author', 'Publisher']);
  expect(head.getAttribute('aria-hidden')).toBe('true');
});

test('a record shows its times with its fields, and says in a few words that nothing was changed', async () => {
  await openGenre(allRights);
  expect(screen.queryByRole('term')).toBeNull();
  const details = within(screen.getByRole('region', { name: 'Details' }));
  expect(details.getByText(/^Created/).querySelector('time')!.dateTime).toBe(times.createdAt);
  expect(details.getByText(/^Last changed/).querySelector('time')!.title).toMatch(/Jan 31, 2026/);
  const history = screen.getByRole('region', { name: 'History' });
  await waitFor(() => expect(history.textContent).toBe('HistoryNo changes recorded yet'));
});

test('without related records there is no link to their list', async () => {
  server.on('GET /api/genres/poetry/related', {
    body: [{ resource: 'books', field: 'genre', total: 0, exact: true }],
  });
  server.on('GET /api/books', { body: [], headers: { 'x-total-count': '0' } });
  await openGenre(allRights);
  const books = within(await panel());
  expect(await books.findByText('No books available')).toBeTruthy();
  expect(books.queryByText('Open as a list')).toBeNull();
  expect(books.getByText('New book')).toBeTruthy();
});

test("the search of a panel requests only this record's records, and shows the number of results", async () => {
  await openGenre(allRights);
  const books = within(await panel());
  const input = await books.findByLabelText('Search in Books', { selector: 'input' });
  server.on('GET /api/books', { body: [bookOf(1)], headers: { 'x-total-count': '1' } });
  fireEvent.change(input, { target: { value: 'rumi' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(server.sent('GET').at(-1)?.query).toMatch(/genre=poetry&q=rumi/));
  expect(await books.findByText('1', { selector: 'section > div > span' })).toBeTruthy();
  fireEvent.change(input, { target: { value: '' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(await books.findByText('12', { selector: 'section > div > span' })).toBeTruthy();
});

test('the only panel is no collapsible one', async () => {
  await openGenre(allRights);
  const books = within(await panel());
  expect(await books.findByText('Book 1')).toBeTruthy();
  expect(books.queryByRole('button', { name: 'Books' })).toBeNull();
});

test('the link to their list is there although all of them are shown', async () => {
  server.on('GET /api/books', { body: [bookOf(1), bookOf(2)], headers: { 'x-total-count': '2' } });
  await openGenre(allRights);
  const books = within(await panel());
  expect(await books.findByText('Book 2')).toBeTruthy();
  expect(books.getByText('Open as a list')).toBeTruthy();
  expect(books.queryByText('Load more')).toBeNull();
});

/** Adds a second reference of books to genres until the end of the test. */
async function addReference() {
  const actual = await vi.importActual<typeof references>(REFERENCES);
  vi.mocked(references.reverseReferences).mockImplementation((...args) =>
    actual.reverseReferences(...args).flatMap(({ resource, field }) => [
      { resource, field },
      { resource, field: { ...field, name: 'series', title: 'Series' } },
    ]),
  );
  onTestFinished(() => void vi.mocked(references.reverseReferences).mockReset());
}

test('a collapsed panel beside another shows its number, and loads its records only when it is opened', async () => {
  await addReference();
  await openGenre(allRights);
  const panel = () => screen.findByRole('region', { name: 'Books (Genre)' });
  const toggle = (books: HTMLElement) =>
    fireEvent.click(within(books).getByRole('button', { name: 'Books (Genre)' }));
  const books = await panel();
  await within(books).findByText('Book 1');
  toggle(books);
  await waitFor(() => expect(within(books).queryByText('Book 1')).toBeNull());
  closeManager();
  server.requests.length = 0;
  await openGenre(allRights);
  expect(await within(await panel()).findByText('12')).toBeTruthy();
  const asked = () => server.requests.filter(({ query }) => query.includes('genre=poetry'));
  expect(asked()).toEqual([]);
  const again = await panel();
  toggle(again);
  expect(await within(again).findByText('Book 2')).toBeTruthy();
});

test('without the permission to create records there is no link to add one, and without the one to read them no panel', async () => {
  await openGenre(['read']);
  await within(await panel()).findByText('Open as a list');
  expect(screen.queryByText('New book')).toBeNull();
  closeManager();
  server.requests.length = 0;
  await openGenre([]);
  expect(screen.queryByText('Books', { selector: 'h2' })).toBeNull();
  expect(server.requests.map(({ path }) => path)).not.toContain('/api/genres/poetry/related');
});

/** Opens the page of Grace for an admin who may see sessions. */
async function openGrace() {
  const opening = openManager('/manager/users/grace', pages);
  const { user, ...session } = sessionWith({ user: allRights, session: ['list'], apps: ['app', 'manager'] });
  setSession({ ...session, user: { ...user, role: 'admin' } });
  await opening;
  return within((await heading('Grace')).closest('header')!);
}

/** Serves the user Grace, an administrator who is not verified. */
function serveUser(values: object = {}) {
  server.on('GET /api/users/grace', { body: { ...user, ...values }, headers: { etag: '"1"' } });
  server.on('GET /api/users/grace/history', { body: [] });
  server.on('GET /api/users/grace/sessions', { body: [] });
  server.on('GET /api/users/grace/api-keys', { body: [] });
}

test('the heading shows exceptional values, and the fields below repeat neither them nor the label', async () => {
  const { show: _, ...generated } = extensions.get('users')!;
  const own = extensions.get('users')!;
  extensions.set('users', {
    ...generated,
    inPanels: generated.inPanels!.filter((name) => !['name', 'role'].includes(name)),
  });
  onTestFinished(() => void extensions.set('users', own));
  serveUser();
  await openManager('/manager/users/grace', pages);
  const title = await heading('grace@example.com');
  expect(within(title.parentElement!).getByText('Administrator')).toBeTruthy();
  expect(screen.getAllByText('Administrator')).toHaveLength(1);
  const details = within(screen.getByRole('region', { name: 'Details' }));
  expect(details.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name']);
});

const facts = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent!.replaceAll('\u00a0', '')}`);

test('the facts about an account include its role, which the heading shows instead if it is unusual', async () => {
  serveUser({ role: 'user', onboardedAt: '2026-01-31T12:00:00.000Z' });
  const header = await openGrace();
  expect(header.queryByText('User')).toBeNull();
  await waitFor(() =>
    expect(facts()).toEqual([
      'Role: User',
      'Email: Not verified',
      'Onboarded: Jan 31, 2026',
      'Last seen: No session',
    ]),
  );
  closeManager();
  serveUser({ role: 'admin' });
  expect((await openGrace()).getByText('Administrator').title).toBe('Role');
  await waitFor(() =>
    expect(facts()).toEqual(['Email: Not verified', 'Onboarded: Not yet', 'Last seen: No session']),
  );
  closeManager();
  serveUser({ role: 'user', banned: true, banReason: 'Sends advertising' });
  expect((await openGrace()).getByText('Banned')).toBeTruthy();
});

test('a user was last seen in the latest of the sessions, which are requested once', async () => {
  serveUser();
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
  const session = (id: string, updatedAt: string, impersonating: object | null = null) => ({
    id,
    device: id,
    fingerprint: id,
    ipAddress: null,
    impersonating,
    createdAt: times.createdAt,
    updatedAt,
    expiresAt: times.createdAt,
    current: false,
  });
  server.on('GET /api/users/grace/sessions', {
    body: [
      session('old', hours(30)),
      session('other', hours(1), { id: 'ada', name: 'Ada' }),
      session('late', hours(3)),
    ],
  });
  await openGrace();
  await waitFor(() => expect(facts()).toContain('Last seen: 3 hours ago'));
  expect(server.requests.filter(({ path }) => path.endsWith('/sessions'))).toHaveLength(1);
});

test('a user has the name as heading with the address below it, and without a name the address', async () => {
  serveUser();
  await openManager('/manager/users/grace', pages);
  const header = within((await heading('Grace')).closest('header')!);
  expect(header.getByText('grace@example.com')).toBeTruthy();
  expect(header.getByText('Administrator')).toBeTruthy();
  await waitFor(() => expect(document.title).toMatch(/^Grace · /));
  closeManager();
  serveUser({ name: null });
  await openManager('/manager/users/grace', pages);
  await heading('grace@example.com');
  expect(screen.getAllByText('grace@example.com', { selector: 'h1 *, header p *' })).toHaveLength(1);
});

test('a record that may only be read has no way to change it', async () => {
  await openGenre(['read']);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual(['Copy the link']);
});

test('no user deletes themself', async () => {
  server.on(`GET /api/users/${OWN_ID}`, { body: { ...user, id: OWN_ID }, headers: { etag: '"1"' } });
  server.on(`GET /api/users/${OWN_ID}/history`, { body: [] });
  await openManager(`/manager/users/${OWN_ID}`, pages);
  await heading('Grace');
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByRole('menuitem', { name: 'Copy the link', hidden: true });
  expect(screen.queryByRole('menuitem', { name: 'Delete', hidden: true })).toBeNull();
});

function Books() {
  const { loaded } = useRecordPages({ resource: 'books', pageSize: 20, filters: [], order: [] });
  return loaded.items.map(({ id, title }) => <p key={id}>{String(title)}</p>);
}

test('a record that a list has loaded is shown at once, and another one with the labels of its fields', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<StandInResponse>();
  server.on('GET /api/books/book-1', () => response);
  server.on('GET /api/books/book-3', () => response);
  server.on('GET /api/books/book-1/history', { body: [] });
  const list = { path: '/manager/:resource', Component: Books };
  const router = await openManager('/manager/books', [list, ...pages]);
  await screen.findByText('Book 1');
  await act(() => router.navigate('/manager/books/book-1'));
  await heading('Book 1');
  expect(screen.getByRole('region', { name: 'Details' }).textContent).toMatch(/^AuthorRumi/);
  await act(() => router.navigate('/manager/books/book-3'));
  await screen.findByRole('status', { name: 'Loading' });
  // What is a heading would get the focus, and lose it to the one of the record.
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toContain('Author');
  expect(screen.getByRole('region', { name: 'History' })).toBeTruthy();
  respond({ body: bookOf(3) });
  await heading('Book 3');
});
