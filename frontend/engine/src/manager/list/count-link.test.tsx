// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { Component as ShowPage } from '../show/show-page.tsx';
import { showOnPhone } from '../testing/list-fixture.tsx';
import { closeManager, heading, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { Component as ListPage } from './list-page.tsx';

const times = { createdAt: '2026-01-31T12:00:00.000Z', updatedAt: '2026-01-31T12:00:00.000Z' };
const genreOf = (name: string, books: number) => ({ id: name.toLowerCase(), name, books, ...times });

const server = serveManager((server) => {
  server.on('GET /api/views', { body: [] });
  server.on('GET /api/genres', {
    body: [genreOf('Poetry', 3), genreOf('Drama', 0)],
    headers: { 'x-total-count': '2' },
  });
  server.on('GET /api/genres/poetry', { body: genreOf('Poetry', 3) });
  server.on('GET /api/genres/poetry/history', { body: [] });
  server.on('GET /api/genres/poetry/related', {
    body: [{ resource: 'books', field: 'genre', total: 3, exact: true }],
  });
});

const pages = [
  { path: '/manager/:resource', Component: ListPage },
  { path: '/manager/:resource/:id', Component: ShowPage },
];

beforeAll(() => {
  const noObserver = class {
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('ResizeObserver', noObserver);
});

async function openGenres(address: string, book: string[]) {
  const opening = openManager(address, pages);
  setSession(sessionWith({ genre: ['read'], book, apps: ['app', 'manager'] }));
  return await opening;
}

const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);

test('a count of other records is a link to them', async () => {
  const router = await openGenres('/manager/genres', ['read']);
  const link = (await rowOf('Poetry')).getByRole('link', { name: '3 books' });
  expect(link.textContent).toBe('3');
  expect((await rowOf('Drama')).getAllByRole('link')).toHaveLength(1);
  fireEvent.click(link);
  expect(router.state.location).toMatchObject({ pathname: '/manager/books', search: '?genre=poetry' });
});

test('without the right to read the counted records, it is no link', async () => {
  await openGenres('/manager/genres', []);
  expect((await rowOf('Poetry')).getAllByRole('link')).toHaveLength(1);
});

test('a row on a phone tells the count in words', async () => {
  showOnPhone();
  await openGenres('/manager/genres', ['read']);
  const row = (await screen.findByRole('link', { name: 'Poetry' })).closest('tr')!;
  expect(row.querySelector('td')!.textContent).toBe('3 books');
});

test('the page of a record leaves the number to the panel of the counted records', async () => {
  server.on('GET /api/books', { body: [], headers: { 'x-total-count': '3' } });
  await openGenres('/manager/genres/poetry', ['read']);
  await heading('Poetry');
  expect(screen.queryByRole('term')).toBeNull();
  closeManager();
  await openGenres('/manager/genres/poetry', []);
  await heading('Poetry');
  expect(screen.getByRole('term').textContent).toBe('Books');
});
