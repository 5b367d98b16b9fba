// @vitest-environment jsdom
import { HttpStandIn, sessionWith, setSession, startInit } from '@bindery/frontend/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Component } from './books-page.tsx';

let server: HttpStandIn;

beforeAll(async () => {
  const init = new HttpStandIn();
  init.install();
  init.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  setSession(sessionWith({ book: ['read'] }));
});
beforeEach(() => {
  server = new HttpStandIn();
  server.install();
  server.on('GET /api/books', { body: [], headers: { 'x-total-count': '0' } });
});
afterEach(cleanup);

/** Opens the catalogue. Texts are their keys. */
async function open(search: string) {
  const router = createMemoryRouter([{ path: '/app/books', element: <Component /> }], {
    initialEntries: [`/app/books${search}`],
  });
  await act(async () => render(<RouterProvider router={router} />));
  return router;
}

test('a search without results names its term, and a button clears it', async () => {
  const router = await open('?searchTerm=zzz&genre=7');
  const found = await screen.findByText('books.noResults');
  expect(found.nextElementSibling!.textContent).toBe('zzz');
  const clear = found.parentElement!.querySelector('button')!;
  expect(clear.textContent).toBe('books.clear');
  await act(async () => clear.click());
  expect(router.state.location.search).toBe('?genre=7');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('active filters are counted, and each is removed by its chip', async () => {
  const router = await open('?genre=7&author=Ada');
  const opener = screen.getByRole('button', { name: /^books.filters.open/ });
  expect(opener.textContent).toBe('books.filters.open2');
  const [ofGenre] = screen.getAllByRole('button', { name: 'books.filters.remove' });
  await act(async () => ofGenre!.click());
  expect(router.state.location.search).toBe('?author=Ada');
  expect(opener.textContent).toBe('books.filters.open1');
  expect(document.activeElement).toBe(opener);
});

test('a catalogue that could not be loaded does not say that it is loading', async () => {
  server.on('GET /api/books', { status: 403, body: { code: 'FORBIDDEN', message: 'No' } });
  await open('?author=Grace');
  await screen.findByText('books.failed');
  expect(screen.queryByText('common.loading')).toBeNull();
});
