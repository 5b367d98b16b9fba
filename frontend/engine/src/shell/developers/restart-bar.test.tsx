// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { RESTART_EVENT } from '@bindery/contract/api/developers/pages.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { startInit } from '../http/init.ts';
import { initI18n, loadNamespaces } from '../i18n/i18n.ts';
import RestartBar from './restart-bar.tsx';

const server = new HttpStandIn();
const listeners = new Map<string, (event: { files: string[] }) => void>();
const hot = {
  on: (event: string, listener: (event: { files: string[] }) => void) => listeners.set(event, listener),
  off: (event: string) => listeners.delete(event),
};
const emit = (event: string, files: string[] = []) => act(async () => listeners.get(event)?.({ files }));

beforeAll(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  await initI18n('en');
  await loadNamespaces('developers');
});
afterEach(cleanup);

test('an open page names the files whose change restarts the server', async () => {
  render(<RestartBar hot={hot} />);
  expect(screen.queryByRole('status')).toBeNull();
  await emit(RESTART_EVENT, ['resources.config.ts', 'product.ts']);
  const bar = screen.getByRole('status');
  expect(bar.textContent).toMatch(/^resources.config.ts, product.ts changed: the server migrates/);
  await emit('vite:ws:disconnect');
  expect(bar.textContent).toMatch(/^resources.config.ts, product.ts changed/);
});

test('an open page says that the server has stopped', async () => {
  render(<RestartBar hot={hot} />);
  await emit('vite:ws:disconnect');
  expect(screen.getByRole('status').textContent).toMatch(/^The server has stopped: start it/);
});
