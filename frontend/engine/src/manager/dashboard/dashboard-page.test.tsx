// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { extensions } from '../extensions.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { Component as DashboardPage } from './dashboard-page.tsx';
import { DashboardPanel } from './dashboard-panel.tsx';

const none: Dashboard = {
  ...{ totals: [], signIns: [], signInsBefore: null, users: null, breakdowns: [], latest: [] },
};

/** Lets the extension of a resource have a section, as its `manager.ts` would. */
const state = (resource: string, title: string) =>
  extensions.set(resource, {
    dashboard: async () => ({ default: () => <DashboardPanel title={title}>Own</DashboardPanel> }),
  });

beforeAll(async () => {
  const server = new HttpStandIn();
  await startManager(server);
  server.on('GET /api/dashboard', { body: none });
  return () => {
    vi.unstubAllGlobals();
  };
});

afterEach(() => {
  for (const name of ['genres', 'unreadable']) extensions.delete(name);
  closeManager();
});

test('the dashboard shows the sections of extensions whose resources the user may read, and no others', async () => {
  state('genres', 'Genres by letter');
  state('unreadable', 'Secrets');
  await openManager('/', [{ path: '/', Component: DashboardPage }]);
  const section = await screen.findByRole('region', { name: 'Genres by letter' });
  expect(section.textContent).toBe('Genres by letterOwn');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Latest changes', 'Genres by letter']);
});
