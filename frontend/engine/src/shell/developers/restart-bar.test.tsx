// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { RESTART_EVENT } from '@bindery/contract/api/developers/pages.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { startInit } from '../http/init.ts';
import { initI18n, loadNamespaces } from '../i18n/i18n.ts';
import RestartBar from './restart-bar.tsx';

const server = new HttpStandIn();
const announced = { file: '', name: '', icon: '', styles: '' };
type Listener = (event: typeof announced) => unknown;
const listeners = new Map<string, Listener>();
const hot = {
  on: (event: string, listener: Listener) => listeners.set(event, listener),
  off: (event: string) => listeners.delete(event),
};
const emit = (event: string, file = '') => act(async () => listeners.get(event)?.({ ...announced, file }));

beforeAll(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  await initI18n('en');
  await loadNamespaces('developers');
});
afterEach(cleanup);

test('an open page names the file whose change restarts the server', async () => {
  render(<RestartBar hot={hot} />);
  expect(screen.queryByRole('status')).toBeNull();
  await emit(RESTART_EVENT, 'product.ts');
  const bar = screen.getByRole('status');
  expect(bar.textContent).toMatch(/^product.ts changed: the server restarts/);
  await emit('vite:ws:disconnect');
  expect(bar.textContent).toMatch(/^product.ts changed/);
});

test('an open page says that the server has stopped', async () => {
  render(<RestartBar hot={hot} />);
  await emit('vite:ws:disconnect');
  expect(screen.getByRole('status').textContent).toMatch(/^The server has stopped: start it/);
});

test('an open page is reloaded once the server answers', async () => {
  vi.useFakeTimers();
  const answers = [Promise.reject(new TypeError('refused')), Promise.resolve(new Response())];
  answers[0]!.catch(() => {});
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => answers.shift()!);
  render(<RestartBar hot={hot} />);
  const reloaded = vi.fn();
  void Promise.resolve(listeners.get('vite:beforeFullReload')?.(announced)).then(reloaded);
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(reloaded).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(reloaded).toHaveBeenCalled();
  vi.useRealTimers();
  fetched.mockRestore();
});
