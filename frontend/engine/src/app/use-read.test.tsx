// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoint } from '#frontend/shell/http/endpoint.ts';
import { startInit } from '#frontend/shell/http/init.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { useRead } from './use-read.ts';

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
afterEach(() => {
  vi.unstubAllGlobals();
  document.getElementById('first-data')?.remove();
});

const embed = (url: string, data: unknown) => {
  const script = Object.assign(document.createElement('script'), {
    id: 'first-data',
    type: 'application/json',
  });
  script.textContent = JSON.stringify([{ url, data, headers: {} }]);
  document.body.append(script);
};
const load = (address: string) =>
  renderHook(({ at }) => useRead(endpoint(`GET ${at.split('?')[0]}`), { query: queryOf(at) }), {
    initialProps: { at: address },
    wrapper: StrictMode,
  });
const queryOf = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));

test('data in the document are available at once, and are read again on request', async () => {
  embed('/api/talks', ['one']);
  const { result } = load('/api/talks');
  expect(result.current).toMatchObject({ state: 'ready', data: ['one'] });
  server.on('GET /api/talks', { body: ['one', 'two'] });
  act(() => result.current.again());
  expect(result.current.data).toEqual(['one']);
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: ['one', 'two'] }));
  server.on('GET /api/talks', { body: [] });
  act(() => result.current.again());
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: [] }));
});

test('another URL is read, and does not show the data of the previous one', async () => {
  embed('/api/talks?day=1', ['one']);
  const { result, rerender } = load('/api/talks?day=1');
  server.on('GET /api/talks', { body: ['two'] });
  rerender({ at: '/api/talks?day=2' });
  expect(result.current).toMatchObject({ state: 'loading', data: undefined });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: ['two'] }));
});

test('what cannot be read is a failure, until it can be read', async () => {
  server.on('GET /api/talks', { status: 403, body: { code: 'FORBIDDEN', message: 'No' } });
  const { result } = load('/api/talks');
  await waitFor(() => expect(result.current.state).toBe('failed'));
  server.on('GET /api/talks', { body: ['one'] });
  act(() => result.current.again());
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: ['one'] }));
});

test('a missing or inaccessible resource is distinguished from a failure', async () => {
  server.on('GET /api/talks/1', { status: 404, body: { code: 'NOT_FOUND', message: 'No' } });
  const { result, rerender } = load('/api/talks/1');
  expect(result.current.isMissing).toBe(false);
  await waitFor(() => expect(result.current).toMatchObject({ state: 'failed', isMissing: true }));
  server.on('GET /api/talks/2', { status: 403, body: { code: 'FORBIDDEN', message: 'No' } });
  rerender({ at: '/api/talks/2' });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'failed', isMissing: false }));
});

test('data that are missing according to the document are not requested again', () => {
  embed('/api/talks/1', null);
  const { result } = load('/api/talks/1');
  expect(result.current).toMatchObject({ state: 'failed', isMissing: true, data: undefined });
});
