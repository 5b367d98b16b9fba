// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { grace } from '#frontend/manager/testing/form-fixture.tsx';
import { openManager, serveManager } from '#frontend/manager/testing/manager-fixture.tsx';
import { currentSession, setSession } from '#frontend/shell/auth/session.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import { click } from '#frontend/testing/click.ts';
import SessionsPanel from './sessions-panel.tsx';

const SESSIONS = '/api/users/grace/sessions';
const FAILS = { status: 400, body: { code: 'UNKNOWN_ERROR', message: '' } };

const session = (place: number): SessionItem => ({
  id: `01900000-0000-7000-8000-00000000000${place}`,
  fingerprint: 'db79559b',
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: `2026-01-31T12:0${9 - place}:00.000Z`,
  expiresAt: '2999-02-28T12:00:00.000Z',
  ipAddress: '127.0.0.1',
  device: `Firefox ${place}`,
  impersonating: null,
  current: false,
});

let left: SessionItem[];
const server = serveManager((server) => {
  left = [1, 2, 3, 4, 5, 6].map(session);
  server.on(`GET ${SESSIONS}`, ({ query }) => ({
    body: left.slice(0, Number(new URLSearchParams(query).get('_end'))),
    headers: { 'x-total-count': String(left.length) },
  }));
});
beforeAll(() => loadNamespaces('account'));

async function openPanel() {
  const panel = <SessionsPanel item={{ ...grace, banned: false }} onChanged={() => {}} />;
  const opening = openManager('/manager/users/grace', [{ path: '/manager/:resource/:id', element: panel }]);
  const admin = currentSession()!;
  setSession({ ...admin, rights: { ...admin.rights, session: ['list', 'revoke'] } });
  await opening;
  const panels = within(await screen.findByRole('region', { name: 'Sessions' }));
  const rows = () => panels.getAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(5));
  return { panel: panels, rows };
}

async function revokeAll() {
  await click(screen.getByRole('button', { name: 'Revoke all sessions' }));
  await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke all' }));
}

test('sessions are shown five at a time, with their place and their end', async () => {
  const { panel, rows } = await openPanel();
  expect(rows()[0]!.textContent).toMatch(/Last seen .+ · this machine.*Expires .+/);
  await click(panel.getByRole('button', { name: 'Show more sessions' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(panel.queryByRole('button', { name: 'Show more sessions' })).toBeNull();
});

test('a session is ended by its button, and then the heading has the focus', async () => {
  const { panel, rows } = await openPanel();
  server.on(`DELETE ${SESSIONS}/${left[0]!.id}`, () => {
    left = left.slice(1);
    return {};
  });
  const button = within(rows()[0]!).getByRole('button', { name: /^Revoke/ });
  button.focus();
  await click(button);
  await waitFor(() => expect(panel.queryByText('Firefox 1')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(panel.getByRole('heading')));
});

test('all sessions are ended after a confirmation', async () => {
  await openPanel();
  server.on(`DELETE ${SESSIONS}`, () => {
    left = [];
    return {};
  });
  await revokeAll();
  expect(await screen.findByText('No user sessions')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revoke all sessions' })).toBeNull();
});

test('sessions that could not be ended stay listed', async () => {
  const { rows } = await openPanel();
  server.on(`DELETE ${SESSIONS}/${left[0]!.id}`, FAILS);
  server.on(`DELETE ${SESSIONS}`, FAILS);
  await click(within(rows()[0]!).getByRole('button', { name: /^Revoke/ }));
  expect(await screen.findByText('Failed to revoke session')).toBeTruthy();
  await revokeAll();
  expect(await screen.findByText('Failed to revoke all sessions')).toBeTruthy();
  expect(rows()).toHaveLength(5);
});
