import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedView } from '@bindery/contract/records/views.ts';
import { Refine } from '@refinedev/core';
import { cleanup, render, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { startInit } from '#frontend/shell/http/init.ts';
import { initI18n, loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { Component as ListPage } from '../list/list-page.tsx';
import { ROW_HEIGHTS } from '../list/use-virtual-rows.ts';
import { extensions } from '../overrides.ts';
import { dataProvider } from '../refine/data-provider.ts';
import { queryClient } from '../refine/query-client.ts';

/** The height of every row: jsdom has no layout. */
export const ROW_HEIGHT = ROW_HEIGHTS.compact;

const LOCALES = join(import.meta.dirname, '../../locales');

/** A stand-in for the server's list of users, and the queries that it received. */
export interface ListServer {
  /** The number of users. */
  total: number;
  /** The number of users per response, regardless of the query. */
  pageSize: number;
  /** Whether it responds with an error that does not justify a retry. */
  fails: boolean;
  readonly queries: URLSearchParams[];
  /** The saved views. */
  views: readonly SavedView[];
  /** The request bodies that it received, each with its path. */
  readonly sent: { readonly path: string; readonly body: unknown }[];
  /** The responses to the next requests; the default is a deletion without effects on others. */
  readonly replies: Response[];
}

// The lists of these tests are generated ones: without what the extension of users replaces theirs with.
const { list: _, ...overrides } = extensions.get('users') ?? {};
extensions.set('users', overrides);

/** The largest number that it reports exactly by default. */
const EXACT_UP_TO = 10_000;

const nameOf = (index: number) => `User ${String(index).padStart(4, '0')}`;

/** Responds like the API: its users are numbered in every order, and its cursors are their numbers. */
function response(server: ListServer, query: URLSearchParams): Response {
  server.queries.push(query);
  if (server.fails) {
    const parameters = [...query.keys()].filter((name) => !name.startsWith('_'));
    const errors = parameters.map((name) => [name, [{ key: 'errors.invalid', message: '' }]]);
    return Response.json(
      { code: 'INVALID', message: '', errors: Object.fromEntries(errors) },
      { status: 400 },
    );
  }
  const from = Number(query.get('_after') ?? 0);
  const to = Math.min(from + server.pageSize, server.total);
  const rows = Array.from({ length: to - from }, (_, place) => ({
    id: `id-${from + place}`,
    email: `user-${from + place}@example.com`,
    name: nameOf(from + place),
    // The second user has all the values that most users do not have.
    role: from + place === 1 ? 'admin' : 'user',
    emailVerified: from + place !== 1,
    onboardedAt: from + place === 2 ? '2026-01-31T12:00:00.000Z' : null,
    banned: from + place === 1,
    banExpires: null,
  }));
  const isExact = server.total <= EXACT_UP_TO || query.get('_total') === 'exact';
  return Response.json(rows, {
    headers: {
      'x-total-count': String(isExact ? server.total : EXACT_UP_TO),
      ...(!isExact && { 'x-total-exact': 'false' }),
      ...(to < server.total && { 'x-next-cursor': String(to) }),
    },
  });
}

const newServer = (): ListServer => ({
  total: 18,
  pageSize: 8,
  fails: false,
  queries: [],
  views: [],
  sent: [],
  replies: [],
});

/**
 * Prepares the page for all tests of a file, and a server that is reset after each test. The server has 18
 * users, 8 per response, unless the size says otherwise. Removes the page and its stored data after each
 * test.
 */
export function serveList(size: Partial<Pick<ListServer, 'total' | 'pageSize'>> = {}): ListServer {
  const server = newServer();
  beforeAll(async () => {
    await startListServer(server);
  });
  beforeEach(() => {
    Object.assign(server, newServer(), size);
  });
  afterEach(() => {
    cleanup();
    showOnPhone(false);
    localStorage.clear();
  });
  return server;
}

/** Prepares the page: English texts, the session of an admin, and a stand-in for the server. */
export async function startListServer(server = newServer()): Promise<ListServer> {
  const session = {
    user: { id: 'admin', role: 'admin' },
    rights: { user: ['read', 'create', 'update', 'delete'] },
  };
  document.body.innerHTML = `<script id="init" type="application/json">${JSON.stringify({
    settings: { environment: null },
    session,
  })}</script>`;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, location.href);
    if (method !== 'GET') {
      server.sent.push({ path: pathname, body: typeof body === 'string' ? JSON.parse(body) : undefined });
      return server.replies.shift() ?? Response.json({ deleted: [], changed: [], blocking: [] });
    }
    if (pathname === '/api/users') return response(server, searchParams);
    if (pathname === '/api/views') return Response.json(server.views);
    const file = /locales\/(.+\.json)/.exec(pathname)?.[1];
    if (!file) throw new Error(`The stand-in does not know ${url}`);
    return new Response(readFileSync(join(LOCALES, file), 'utf8'));
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(HTMLTableRowElement.prototype, 'getBoundingClientRect').mockReturnValue({
    height: ROW_HEIGHT,
  } as DOMRect);
  setSession((await startInit()).session);
  await initI18n('en');
  await loadNamespaces('manager');
  return server;
}

/** Opens the list of users, or another page of it, and waits for its rows. Returns its router. */
export async function openList(search = '', Page: ComponentType = ListPage) {
  const router = renderList(search, Page);
  await waitFor(() => expect(rowsInDocument()).not.toHaveLength(0));
  return router;
}

/** Renders the list of users, or another page of it, and returns its router. */
export function renderList(search = '', Page: ComponentType = ListPage) {
  queryClient.clear();
  const Manager = () => (
    <Refine
      dataProvider={dataProvider}
      resources={[{ name: 'users', list: '/manager/users' }]}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queryClient } }}
    >
      <Outlet />
    </Refine>
  );
  const router = createMemoryRouter(
    [
      {
        Component: Manager,
        children: [
          { path: '/manager/:resource', Component: Page },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [`/manager/users${search}`] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

/** Makes the window as narrow as a phone, until it is called with false. Call it before opening a page. */
export function showOnPhone(isPhone = true): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isPhone && media.includes('width < 768px'),
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
}

/** Returns the rows in the document, in order. */
export const rowsInDocument = (): HTMLTableRowElement[] => [
  ...document.querySelectorAll<HTMLTableRowElement>('tbody tr[data-index]'),
];

/** Returns the texts of the column headings, in order. */
export const headings = (): string[] =>
  [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent);

/** Returns the button of a column heading. Queries by role are slow in a large table. */
export const headingButton = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('thead button')].find(
    ({ firstChild }) => firstChild?.textContent === name,
  )!;
