// @vitest-environment jsdom

import { HttpStandIn, type StandInResponse, startInit } from '@bindery/frontend/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Component as BookPage } from './book-page.tsx';
import { BookTiles } from './book-tiles.tsx';

const bookOf = (id: string) => ({
  id,
  title: `Title of ${id}`,
  author: 'Rumi',
  publisher: null,
  cover: null,
  genre: { id: 'poetry', label: 'Poetry' },
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
});

let server: HttpStandIn;
let respond: (response: StandInResponse) => void;

beforeEach(async () => {
  server = new HttpStandIn();
  server.install();
  server.on('GET /api/fn/init', {
    body: { settings: { environment: null, isDemo: false }, session: null },
  });
  await startInit();
  const { promise: response, resolve } = Promise.withResolvers<StandInResponse>();
  respond = resolve;
  server.on('GET /api/books/a', () => response);
  server.on('GET /api/books/b', () => response);
  server.on('GET /api/books', () => new Promise(() => {}));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        queueMicrotask(() => notify([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (id: string) => {
  const pages = [{ path: '/app/books/:id', element: <BookPage /> }];
  render(<RouterProvider router={createMemoryRouter(pages, { initialEntries: [`/app/books/${id}`] })} />);
};

test('a book that is loading has its facts in their places, and then the place of others', async () => {
  open('a');
  expect(screen.getAllByRole('term')).toHaveLength(3);
  expect(screen.queryByRole('heading')).toBeNull();
  respond({ body: bookOf('a') });
  await screen.findByRole('heading', { name: 'Title of a' });
  const others = await screen.findByRole('region');
  expect(others.querySelector('ul')!.getAttribute('aria-busy')).toBe('true');
});

test('a book whose cover was a link has its title before the response', async () => {
  const pages = [
    { path: '/', element: <BookTiles books={[bookOf('b')]} /> },
    { path: '/app/books/:id', element: <BookPage /> },
  ];
  render(<RouterProvider router={createMemoryRouter(pages)} />);
  await act(async () => fireEvent.click(screen.getByRole('link')));
  expect(screen.getByRole('heading', { name: 'Title of b' })).toBeTruthy();
});
