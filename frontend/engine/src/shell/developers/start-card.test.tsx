// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';

const server = new HttpStandIn();
const admin = {
  account: ['read'],
  apps: ['app', 'manager'],
  user: ['read', 'impersonate'],
  session: ['list'],
};

/** Opens the card as a build has it. */
async function open(rights: Record<string, string[]>, settings = { outbox: true, isDemo: false }) {
  const [{ StartCard }, { setSession }, { startInit }, { initI18n, loadNamespaces }] = await Promise.all([
    import('./start-card.tsx'),
    import('../auth/session.ts'),
    import('../http/init.ts'),
    import('../i18n/i18n.ts'),
  ]);
  server.on('GET /api/fn/init', { body: { settings: { environment: null, ...settings }, session: null } });
  await startInit();
  await initI18n('en');
  await loadNamespaces('manager');
  setSession(sessionWith(rights));
  const router = createMemoryRouter([{ path: '/', Component: StartCard }]);
  await act(async () => render(<RouterProvider router={router} />));
  await act(() => vi.dynamicImportSettled());
}
const card = () => screen.queryByRole('region', { name: 'What comes next' });

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('DEV', false);
  server.reset();
  server.install();
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

test('a build shows an administrator the next steps while there are only users', async () => {
  await open(admin);
  expect(card()?.textContent).toContain('resources.config.ts');
  expect(screen.getByRole('link', { name: 'Add a user' }).getAttribute('href')).toBe('/manager/users/new');
});

test.each([
  { whom: 'a user who does not administer users', rights: { ...admin, user: ['read'] } },
  { whom: 'an administrator of a product with entries', rights: { ...admin, tool: ['read'] } },
  { whom: 'an administrator in production', rights: admin, settings: { outbox: false, isDemo: false } },
  { whom: 'an administrator of a demo', rights: admin, settings: { outbox: true, isDemo: true } },
])('a build tells nothing to $whom', async ({ rights, settings }) => {
  await open(rights, settings);
  expect(card()).toBeNull();
});
