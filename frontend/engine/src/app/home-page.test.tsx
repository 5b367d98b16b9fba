// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { startInit } from '#frontend/shell/http/init.ts';
import { initI18n, loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { Component } from './home-page.tsx';

vi.mock('virtual:bindery/home-sections', () => ({ default: {} }));
vi.mock('./feature.ts', () => ({ features: [] }));

const server = new HttpStandIn();

beforeAll(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  await initI18n('en');
  await loadNamespaces('app');
});
afterEach(cleanup);

async function places(rights: Record<string, string[]>) {
  setSession(sessionWith(rights));
  const router = createMemoryRouter([{ path: '/', Component }]);
  await act(async () => render(<RouterProvider router={router} />));
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
}

test('in an empty product, users are led to their account', async () => {
  expect(await places({ apps: ['app'] })).toEqual(['/app/account', '/api/docs']);
  expect(screen.getByText('No access')).toBeTruthy();
});

test('in an empty product, administrators are led to the manager', async () => {
  expect(await places({ apps: ['app', 'manager'] })).toEqual(['/manager', '/manager', '/api/docs']);
  expect(screen.queryByText('No access')).toBeNull();
});
