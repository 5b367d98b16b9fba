// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#frontend/routes.tsx';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { setSession } from '../auth/session.ts';
import { HttpError } from '../http/http-error.ts';
import { startInit } from '../http/init.ts';
import { initI18n } from '../i18n/i18n.ts';
import { RouteError, RouteErrorInFrame } from './route-error.tsx';

const server = new HttpStandIn();

beforeAll(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  await initI18n('en');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.stubGlobal('navigation', undefined);
});

let opened: ReturnType<typeof createMemoryRouter>;

/** Opens a page whose loader fails, in a frame or alone. */
async function open(error: Error, Page = RouteError) {
  // The router reports the error that it passes on.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const router = createMemoryRouter([
    { path: '/', ErrorBoundary: Page, loader: () => Promise.reject(error), element: null },
    { path: '/login', element: null },
  ]);
  await act(async () => render(<RouterProvider router={router} />));
  opened = router;
  return screen.findByRole('heading', { level: 1 });
}
const isBefore = (first: Element, second: Element) =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
const rejected = (status: number) => new HttpError({ status, statusText: 'Refused', body: null });

test.each([
  [404, 'This page could not be found'],
  [403, "You don't have access to this page"],
])(
  'an error %i starts with its sentence, which has the focus; the number follows',
  async (status, sentence) => {
    const heading = await open(rejected(status));
    expect(heading.textContent).toBe(sentence);
    expect(document.activeElement).toBe(heading);
    expect(isBefore(heading, screen.getByText(`Error ${status}`))).toBe(true);
    expect(document.title).toMatch(new RegExp(`^${sentence} · `));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);

test('an error outside of the areas shows whose page it is, and within them the area does', async () => {
  await open(rejected(404));
  expect(screen.getByRole('main').firstElementChild!.textContent).not.toBe('');
  cleanup();
  await open(rejected(404), RouteErrorInFrame);
  expect(screen.queryByRole('main')).toBeNull();
});

test('a failed page offers to try again before it offers to leave, and its details only on request', async () => {
  const heading = await open(new Error('Cannot read properties of undefined'));
  expect(heading.textContent).toBe('Something went wrong!');
  const again = screen.getByRole('button', { name: 'Try again' });
  expect(isBefore(again, screen.getByRole('link', { name: 'Go home' }))).toBe(true);
  expect(screen.queryByText('Cannot read properties of undefined')).toBeNull();
  const details = await screen.findByRole('button', { name: 'Show error', expanded: false });
  await click(details);
  expect(screen.getByText('Cannot read properties of undefined')).toBeTruthy();
  expect(screen.queryByText(/^Error \d/)).toBeNull();
});

test('what fails around all pages leads to the same page, never to one of the router', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Component = () => {
    throw new Error('Cannot read properties of undefined');
  };
  const router = createMemoryRouter([{ path: '/', Component, ErrorBoundary: routes[0]!.ErrorBoundary! }]);
  await act(async () => render(<RouterProvider router={router} />));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Something went wrong!');
});

test('without access it says to whom, and offers to sign in with another account, which returns', async () => {
  setSession(sessionWith({}));
  server.on('POST /api/auth/sign-out', { body: { success: true } });
  await open(rejected(403));
  expect(await screen.findByText('Signed in as reader@example.com')).toBeTruthy();
  await click(screen.getByRole('button', { name: 'Sign in with another account' }));
  await waitFor(() => expect(opened.state.location.pathname).toBe('/login'));
  expect(opened.state.location.search).toBe('?redirect=%2F');
});

test.each([
  { canGoBack: true, target: '/app/account' },
  { canGoBack: false, target: '/' },
])('“Go back” leads to the previous page, and home without one: $target', async ({ canGoBack, target }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('navigation', { canGoBack });
  const router = createMemoryRouter(
    [
      {
        path: '/manager',
        ErrorBoundary: RouteError,
        loader: () => Promise.reject(rejected(403)),
        element: null,
      },
      { path: '*', element: null },
    ],
    { initialEntries: ['/app/account', '/manager'] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  await click(await screen.findByRole('button', { name: 'Go back' }));
  expect(router.state.location.pathname).toBe(target);
});

test('without a network it offers only to try again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const heading = await open(new TypeError('Failed to fetch dynamically imported module: /a.js'));
  expect(heading.textContent).toBe('You are offline');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again']);
  expect(screen.queryByRole('link')).toBeNull();
});
