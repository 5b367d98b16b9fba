// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { grace } from '#frontend/manager/testing/form-fixture.tsx';
import { openManager, serveManager } from '#frontend/manager/testing/manager-fixture.tsx';
import { currentSession, setSession } from '#frontend/shell/auth/session.ts';
import AccountStatusPanel from './account-status-panel.tsx';

const MINUTE = 60_000;
const NOW = '2027-01-31T12:00:00.000Z';
const before = (minutes: number) => new Date(Date.parse(NOW) - minutes * MINUTE).toISOString();

const session = (minutes: number, impersonating: SessionItem['impersonating'] = null): SessionItem => ({
  id: `01900000-0000-7000-8000-00000000000${minutes}`,
  fingerprint: 'db79559b',
  createdAt: before(60),
  updatedAt: before(minutes),
  expiresAt: '2027-02-28T12:00:00.000Z',
  ipAddress: null,
  device: 'Firefox · Linux',
  impersonating,
  current: false,
});

const server = serveManager();
afterEach(() => vi.useRealTimers());

/** Opens the panel of a user with these sessions. */
async function openPanel(sessions: readonly SessionItem[]) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(NOW) });
  server.on('GET /api/users/grace/sessions', { body: sessions });
  const item = { ...grace, banned: false, emailVerified: true, onboardedAt: null };
  const panel = <AccountStatusPanel item={item} onChanged={() => {}} />;
  const opening = openManager('/manager/users/grace', [{ path: '/manager/:resource/:id', element: panel }]);
  const admin = currentSession()!;
  setSession({ ...admin, rights: { ...admin.rights, session: ['list'] } });
  await opening;
  return (await screen.findByText('Last seen')).nextElementSibling!;
}

test('a user was last seen at the latest use of a session, which stays true while the page is open', async () => {
  const time = await openPanel([session(9), session(2), session(5)]);
  expect(time.textContent).toBe('2 minutes ago');
  expect(time.querySelector('time')!.dateTime).toBe(before(2));
  await act(() => vi.advanceTimersByTimeAsync(3 * MINUTE));
  expect(time.textContent).toBe('5 minutes ago');
});

test('an admin who impersonated the user has not seen them', async () => {
  const time = await openPanel([session(9), session(2, { id: 'ada', name: 'Ada' })]);
  expect(time.textContent).toBe('9 minutes ago');
});

test('a user without sessions was not seen', async () => {
  expect((await openPanel([])).textContent).toBe('No session');
});
