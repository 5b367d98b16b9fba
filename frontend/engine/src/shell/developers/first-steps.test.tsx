// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { defineResources, email, type Resource, text } from '@bindery/contract/schema/index.ts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { setSession } from '../auth/session.ts';
import { ToastHost } from '../components/toasts.tsx';
import { startInit } from '../http/init.ts';
import { initI18n } from '../i18n/i18n.ts';
import FirstStepsCard, { FIRST_ENTRY } from './first-steps.tsx';
import { FirstStepsSpace } from './first-steps-space.tsx';

const PAGES = 'frontend/extensions/hammers/pages.ts';
const server = new HttpStandIn();
const serve = (steps: Partial<FirstSteps>) =>
  server.on('GET /api/developers/first-steps', {
    body: {
      isNamed: false,
      isColored: true,
      hasExample: true,
      resources: [],
      hasRecord: false,
      hasInvited: false,
      appPage: null,
      appPageFiles: { [PAGES]: 'export default {};' },
      ...steps,
    },
  });
const open = () => {
  const router = createMemoryRouter([{ path: '/', Component: FirstStepsCard }]);
  return act(async () => render(<RouterProvider router={router} />));
};
const card = () => screen.findByRole('region', { name: 'Make it yours' });

beforeAll(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { environment: null, isDemo: false }, session: null } });
  await startInit();
  await initI18n('en');
});
beforeEach(() => {
  localStorage.clear();
  // jsdom renders nothing, so its pages count as hidden.
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  server.reset();
  server.install();
  setSession(sessionWith({ user: ['read', 'impersonate'] }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a step is ticked off while the page is open, and the next one has instructions', async () => {
  serve({ isNamed: true });
  await open();
  expect(within(await card()).getByRole('status').textContent).toBe('1 of 5 done');
  expect(within(await card()).getByText(/^tools:/).textContent).toBe(FIRST_ENTRY);
  serve({ isNamed: true, resources: ['hammers'] });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(await screen.findByText('2 of 5 done')).toBeTruthy();
  const form = within(await card()).getByRole('link', { name: 'Open the form' });
  expect(form.getAttribute('href')).toBe('/manager/hammers/new');
});

test('the command takes the example away where there is one', async () => {
  serve({});
  await open();
  expect(within(await card()).getByText(/^npm run setup/).textContent).toContain('--without-example');
  serve({ hasExample: false });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  await waitFor(() => expect(screen.getByText(/^npm run setup/).textContent).toMatch(/"#1a6b8a"$/));
});

test('the ticks remain while the server restarts, and the last one leads to what comes next', async () => {
  const most = { isNamed: true, resources: ['hammers'], hasRecord: true };
  serve(most);
  await open();
  expect(within(await card()).getByText(/^They get an email/)).toBeTruthy();
  server.on('GET /api/developers/first-steps', { status: 503, body: {} });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(within(await card()).getByRole('status').textContent).toBe('3 of 5 done');
  serve({ ...most, hasInvited: true });
  await act(() => vi.advanceTimersByTimeAsync(6100));
  expect(await screen.findByText('frontend/extensions/hammers/pages.ts')).toBeTruthy();
  serve({ ...most, hasInvited: true, appPage: '/app/hammers' });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(await screen.findByRole('region', { name: / is yours$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Put it on a server' }).getAttribute('href')).toBe(
    '/docs/deploying.md',
  );
  expect(screen.getByRole('link', { name: 'Open your page' }).getAttribute('href')).toBe('/app/hammers');
  expect(screen.getByRole('link', { name: 'See your records' }).getAttribute('href')).toBe(
    '/manager/hammers',
  );
});

test('a reloaded page leaves the space of the steps while they load', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(432);
  serve({});
  await open();
  await card();
  cleanup();
  const { container } = render(<FirstStepsSpace />);
  expect(container.innerHTML).toContain('block-size: 432px');
});

test('a user who hides it does not see it again', async () => {
  serve({});
  await open();
  await card();
  await click(screen.getByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('region', { name: 'Make it yours' })).toBeNull();
  const requested = server.requests.length;
  await act(() => vi.advanceTimersByTimeAsync(6100));
  expect(server.requests.length).toBe(requested);
});

test('users who do not administer users do not see it, and send no requests', async () => {
  serve({});
  setSession(sessionWith({ user: ['read'] }));
  await open();
  expect(screen.queryByRole('region')).toBeNull();
  expect(server.requests).toEqual([]);
});

test('the shown entry is valid', () => {
  const entries = new Function('text', `return { ${FIRST_ENTRY} }`);
  const { tools }: Readonly<Record<string, Resource>> = defineResources({
    ...entries(text),
    users: { managedBy: 'auth', fields: { email: email({ required: true }) }, rights: {} },
  });
  expect(Object.keys(tools?.fields ?? {})).toEqual(expect.arrayContaining(['name', 'note']));
});

test.each(['Create its first record', 'Give the app a page'])(
  'without an entry, the step “%s” leads to that of the entry',
  async (name) => {
    serve({ isNamed: true });
    await open();
    const title = within(await card()).getByRole('button', { name });
    await click(title);
    expect(screen.queryByText(/tools/)).toBeNull();
    expect(screen.getByText('Add an entry first: this step continues with it.')).toBeTruthy();
    await click(screen.getAllByRole('button', { name: 'Add your first entry' }).at(-1)!);
    expect(title.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText(/^tools:/)).toBeTruthy();
  },
);

test('the files of the page are written, and an existing one is reported', async () => {
  serve({ isNamed: true, resources: ['hammers'] });
  await open();
  await click(within(await card()).getByRole('button', { name: 'Give the app a page' }));
  const message = `${PAGES} already exists`;
  server.on('POST /api/developers/app-page', {
    status: 409,
    body: { code: 'CONFLICT', message, reason: { message } },
  });
  render(<ToastHost />);
  await click(await screen.findByRole('button', { name: 'Write the files' }));
  expect(await screen.findByText('The files were not written')).toBeTruthy();
  expect(document.querySelector('[data-sonner-toaster]')?.textContent).toContain(message);
  expect(await screen.findByRole('button', { name: 'Write the files', busy: false })).toBeTruthy();
  server.on('POST /api/developers/app-page', { status: 204 });
  await click(screen.getByRole('button', { name: 'Write the files' }));
  await waitFor(() =>
    expect(server.requests.filter(({ path }) => path === '/api/developers/app-page')).toHaveLength(2),
  );
});

test('a page of the app that exists is linked, and its files are not offered again', async () => {
  serve({ isNamed: true, resources: ['hammers'], appPage: '/app/hammers' });
  await open();
  const link = { name: 'Open your page' };
  expect(
    within(await card())
      .getByRole('link', link)
      .getAttribute('href'),
  ).toBe('/app/hammers');
  await click(screen.getByRole('button', { name: /^Give the app a page/ }));
  expect(screen.getAllByRole('link', link)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Write the files' })).toBeNull();
});

test('a step that is done or comes later can be read, until the next one is there', async () => {
  serve({ isNamed: true, resources: ['hammers'] });
  await open();
  await click(within(await card()).getByRole('button', { name: 'Give the app a page' }));
  expect(screen.queryByRole('link', { name: 'Open the form' })).toBeNull();
  expect(screen.getByText(PAGES)).toBeTruthy();
  // One step always shows its instructions.
  await click(screen.getByRole('button', { name: 'Give the app a page', expanded: true }));
  expect(screen.getByText(PAGES)).toBeTruthy();
  serve({ isNamed: true, resources: ['hammers'], hasRecord: true });
  await act(() => vi.advanceTimersByTimeAsync(3100));
  expect(await screen.findByRole('link', { name: 'Add a user' })).toBeTruthy();
});

test('a product with a name and the colour of the starter is told where its colour is', async () => {
  serve({ isNamed: true, isColored: false });
  await open();
  expect(within(await card()).getByRole('status').textContent).toBe('0 of 5 done');
  expect(screen.getByRole('button', { name: 'Give it your colour' })).toBeTruthy();
  expect(screen.getByText("colors: { light: { accent: '#1a6b8a' } },")).toBeTruthy();
});
