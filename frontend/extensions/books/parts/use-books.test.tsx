// @vitest-environment jsdom

import { HttpStandIn, startInit } from '@bindery/frontend/testing';
import { renderHook, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useBooks } from './use-books.ts';

let server: HttpStandIn;

beforeAll(async () => {
  const init = new HttpStandIn();
  init.install();
  init.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
});
beforeEach(() => {
  server = new HttpStandIn();
  server.install();
});
afterEach(() => vi.unstubAllGlobals());

const none = { searchTerm: '', genre: '', author: '', sort: 'title' };
const load = (filters: typeof none) => renderHook(() => useBooks(filters), { wrapper: MemoryRouter }).result;

test('a filter in the address that the server rejects finds nothing, instead of failing repeatedly', async () => {
  server.on('GET /api/books', { status: 400, body: { code: 'INVALID', message: 'Not valid' } });
  const list = load({ ...none, genre: 'no id' });
  await waitFor(() => expect(list.current.state).toBe('ready'));
  expect(list.current).toMatchObject({ books: [], total: 0, hasMore: false, outdated: false });
});

test('books that the server temporarily cannot send can be loaded again', async () => {
  server.on('GET /api/books', { status: 403, body: { code: 'FORBIDDEN', message: 'No' } });
  const list = load(none);
  await waitFor(() => expect(list.current.state).toBe('failed'));
  server.on('GET /api/books', { body: [], headers: { 'x-total-count': '0' } });
  list.current.loadMore();
  await waitFor(() => expect(list.current.state).toBe('ready'));
});

test('books that could not be loaded are loaded once the browser is online again', async () => {
  server.on('GET /api/books', { status: 403, body: { code: 'FORBIDDEN', message: 'No' } });
  const list = load({ ...none, author: 'Ada' });
  await waitFor(() => expect(list.current.state).toBe('failed'));
  server.on('GET /api/books', { body: [], headers: { 'x-total-count': '0' } });
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(list.current.state).toBe('ready'));
  dispatchEvent(new Event('online'));
  expect(list.current.state).toBe('ready');
});
