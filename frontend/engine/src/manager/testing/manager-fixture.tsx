import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { setSession, useSession } from '#frontend/shell/auth/session.ts';
import { ToastHost } from '#frontend/shell/components/toasts.tsx';
import { startInit } from '#frontend/shell/http/init.ts';
import { initI18n, loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { queryClient } from '../refine/query-client.ts';
import { RefineContext } from '../refine/refine-context.tsx';

const everything = ['read', 'create', 'update', 'delete', 'restore'];

/** The id of the signed-in admin. */
export const OWN_ID = 'ada';

const own = sessionWith({ user: everything, book: everything, genre: everything, apps: ['app', 'manager'] });
const session = { ...own, user: { ...own.user, id: OWN_ID, email: 'ada@example.com', role: 'admin' } };

const init = { settings: { environment: null, isDemo: false }, session };

/** Prepares the page for component tests of the manager, as `start` does: session and translations. */
export async function startManager(server: HttpStandIn): Promise<void> {
  server.install();
  server.on('GET /api/fn/init', { body: init });
  await startInit();
  await initI18n('en');
  await loadNamespaces('manager', 'errors');
}

/**
 * Prepares the page for all tests of a file, and a new server for each test; `serve` defines its responses.
 * Removes the pages after each test.
 */
export function serveManager(serve: (server: HttpStandIn) => void = () => {}): HttpStandIn {
  const server = new HttpStandIn();
  beforeAll(() => startManager(server), 30_000);
  beforeEach(() => {
    server.reset();
    server.install();
    serve(server);
  });
  afterEach(() => closeManager());
  return server;
}

/** Signs in the admin. */
export const signIn = (): void => setSession(session);

/** Ends the session on the server, which then responds with 401 to these requests. */
export function endSession(server: HttpStandIn, ...requests: string[]): void {
  server.on('GET /api/fn/init', { body: { ...init, session: null } });
  for (const request of requests)
    server.on(request, { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Sign in' } });
}

/** Renders pages of the manager at a URL, with Refine, toasts and a login page. */
export async function openManager(address: string, pages: RouteObject[]) {
  signIn();
  queryClient.clear();
  const router = createMemoryRouter([{ Component: Root, children: pages }], { initialEntries: [address] });
  // Waits for suspended components.
  await act(async () => render(<RouterProvider router={router} />));
  return router;
}

function Root() {
  if (!useSession()) return <h1>Login</h1>;
  return (
    <RefineContext>
      <Outlet />
      <ToastHost />
    </RefineContext>
  );
}

/** Removes the pages, their toasts and, unless `keepDrafts` is set, the drafts. */
export function closeManager({ keepDrafts = false } = {}): void {
  cleanup();
  toast.dismiss();
  if (!keepDrafts) sessionStorage.clear();
}

/** Finds the heading of the open page. */
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
