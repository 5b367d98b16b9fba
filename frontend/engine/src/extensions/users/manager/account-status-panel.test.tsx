// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { grace } from '#frontend/manager/testing/form-fixture.tsx';
import { OWN_ID, openManager, serveManager } from '#frontend/manager/testing/manager-fixture.tsx';
import { currentSession, setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
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

const fresh = { ...grace, banned: false, emailVerified: true, onboardedAt: null };
const ban = { banned: true, banReason: 'Sold borrowed books', banExpires: '2101-01-31T23:59:59.999Z' };

async function openPanelOf(user: object) {
  const onChanged = vi.fn();
  const panel = <AccountStatusPanel item={{ ...fresh, ...user }} onChanged={onChanged} />;
  const opening = openManager('/manager/users/grace', [{ path: '/manager/:resource/:id', element: panel }]);
  const admin = currentSession()!;
  setSession({ ...admin, rights: { ...admin.rights, user: ['read', 'update', 'ban', 'impersonate'] } });
  await opening;
  return { onChanged };
}

const named = (name: string) => screen.queryByRole('button', { name });

test('a ban asks for a reason and a last day, which must be a day that has not passed', async () => {
  server.on('POST /api/users/grace/ban', {});
  const { onChanged } = await openPanelOf({});
  await click(named('Ban')!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ban Grace?' }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: ' Sold borrowed books ' } });
  const day = await dialog.findByLabelText(/^Last day of the ban/);
  const submitWith = async (value: string) => {
    fireEvent.change(day, { target: { value } });
    await click(dialog.getByRole('button', { name: 'Ban this person' }));
  };
  await submitWith('next Monday');
  expect(dialog.getByText('A date is incomplete or does not exist')).toBeTruthy();
  await submitWith('01/31/2001');
  expect(dialog.getByText('This day has already passed')).toBeTruthy();
  expect(server.sent('POST')).toEqual([]);
  await submitWith('2101-01-31');
  expect(await screen.findByText('User banned')).toBeTruthy();
  const until = new Date(2101, 0, 31, 23, 59, 59, 999).toISOString();
  expect(server.sent('POST')[0]!.body).toEqual({ reason: 'Sold borrowed books', until });
  expect(onChanged).toHaveBeenCalledOnce();
});

test('a banned user cannot be impersonated, and the ban can be lifted', async () => {
  server.on('DELETE /api/users/grace/ban', {});
  const { onChanged } = await openPanelOf(ban);
  expect(screen.getByText(/^Banned until \w+ \d+, 2101/)).toBeTruthy();
  expect(screen.getByText('Sold borrowed books')).toBeTruthy();
  expect(named('Impersonate')).toBeNull();
  expect(named('Ban')).toBeNull();
  await click(named('Lift the ban')!);
  expect(await screen.findByText('Ban lifted')).toBeTruthy();
  expect(onChanged).toHaveBeenCalledOnce();
});

test('no user bans or impersonates themself', async () => {
  await openPanelOf({ id: OWN_ID });
  expect(screen.getByRole('heading', { name: 'Account status' })).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
