// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
import { field, grace, graceAddress, openUpdate, press, serveGrace, type } from '../testing/form-fixture.tsx';
import { heading, serveManager } from '../testing/manager-fixture.tsx';

const server = serveManager((server) => serveGrace(server, grace, '"1"'));
afterEach(() => vi.useRealTimers());

test('a conflict takes what only others changed, keeps what only I changed, and asks about the rest', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'G. Hopper', email: 'theirs@example.com', updatedAt: '2' }, '"2"');
  await press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else saved first' }));
  const clash = within(dialog.getByRole('group', { name: 'Name' }));
  for (const value of ['Grace', 'Mine', 'G. Hopper']) expect(clash.getByText(value)).toBeTruthy();
  const taken = within(dialog.getByRole('region', { name: 'Changed only in the saved version: included' }));
  expect(taken.getByText('theirs@example.com')).toBeTruthy();
  await click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose a value for each of these fields');
  expect(server.sent('PATCH')).toHaveLength(1);
  await click(clash.getByLabelText(/Yours/));
  await click(dialog.getByRole('button', { name: 'Save' }));
  await heading('The record');
  const last = server.sent('PATCH').at(-1)!;
  expect(last.body).toEqual({ name: 'Mine' });
  expect(last.headers.get('if-match')).toBe('"2"');
});

test('a conflict that is resolved with the values of the other user saves nothing', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  await press('Save');
  await click(await screen.findByLabelText(/Already saved/));
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await heading('The record');
  expect(server.sent('PATCH')).toHaveLength(1);
});

test('a save whose response was lost succeeds when it is repeated, without a conflict with yourself', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  server.cutOff(`PATCH ${graceAddress}`);
  await press('Save');
  await screen.findByText(/no connection/);
  serveGrace(server, { ...grace, name: 'Mine', updatedAt: '2' }, '"2"');
  await press('Save');
  await heading('The record');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a record that is changed again during the decision is compared again, with the version seen last', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  await press('Save');
  await click(await screen.findByLabelText(/Yours/));
  serveGrace(server, { ...grace, name: 'Third', updatedAt: '3' }, '"3"');
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await screen.findByText('Third');
  const clash = within(screen.getByRole('group', { name: 'Name' }));
  expect(clash.getByText('Theirs', { selector: '[class*=value] *, [class*=value]' })).toBeTruthy();
  await click(clash.getByLabelText(/Yours/));
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await heading('The record');
  const last = server.sent('PATCH').at(-1)!;
  expect(last.body).toEqual({ name: 'Mine' });
  expect(last.headers.get('if-match')).toBe('"3"');
});

test('a postponed conflict leaves the form unchanged, and returns with the next save', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, email: 'theirs@example.com', updatedAt: '2' }, '"2"');
  await press('Save');
  await press('Back to the form');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await field('Name')).value).toBe('Mine');
  expect((await field('Email')).value).toBe('grace@example.com');
  await press('Save');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('a conflict whose other version cannot be read retains the input', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  server.cutOff(`GET ${graceAddress}`);
  await press('Save');
  await screen.findByText('Failed to update the user');
  expect((await field('Name')).value).toBe('Mine');
  expect(server.sent('PATCH')).toHaveLength(1);
});

const saved = (action: string, actor = { id: 'joan', label: 'Joan Clarke' }) => [
  {
    id: 'change-9',
    action,
    at: new Date().toISOString(),
    changes: {},
    batch: null,
    apiKey: null,
    actor,
    impersonator: null,
  },
];

test('a conflict says who saved first', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  server.on(`GET ${graceAddress}/history`, { body: saved('update') });
  await press('Save');
  expect(await screen.findByText(/^Saved by Joan Clarke, /)).toBeTruthy();
});

test('a conflict says how long ago the other user saved, which stays true while the user decides', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  server.on(`GET ${graceAddress}/history`, { body: saved('update') });
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await press('Save');
  const sentence = await screen.findByText(/^Saved by Joan Clarke, 2 minutes ago\./);
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(sentence.textContent).toMatch(/^Saved by Joan Clarke, 5 minutes ago\./);
});

test('a conflict with yourself says so', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Mine too', updatedAt: '2' }, '"2"');
  const { id, name } = currentSession()!.user;
  server.on(`GET ${graceAddress}/history`, { body: saved('update', { id, label: name }) });
  await press('Save');
  expect(await screen.findByRole('dialog', { name: 'You saved this elsewhere' })).toBeTruthy();
  expect(screen.getByText(/^Saved by you in another tab/)).toBeTruthy();
});

test('a record that was deleted meanwhile can be created again with the input', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  const gone = { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } };
  server.on(`PATCH ${graceAddress}`, gone);
  server.on(`GET ${graceAddress}`, gone);
  server.on(`GET ${graceAddress}/history`, { body: saved('delete') });
  await press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'This record was deleted meanwhile' }));
  expect(dialog.getByText(/^Deleted by Joan Clarke, /)).toBeTruthy();
  server.on(`POST ${graceAddress}/history/change-9/undo`, () => {
    serveGrace(server, { ...grace, updatedAt: '2' }, '"2"');
    return { body: { batch: 'b', count: 1 } };
  });
  await click(dialog.getByRole('button', { name: 'Create it again' }));
  await heading('The record');
  const last = server.sent('PATCH').at(-1)!;
  expect(last.body).toEqual({ name: 'Mine' });
  expect(last.headers.get('if-match')).toBe('"2"');
});

test('a record that was deleted meanwhile leaves the form unchanged when nothing is created', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  server.on(`PATCH ${graceAddress}`, { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  server.on(`GET ${graceAddress}/history`, { body: saved('delete') });
  await press('Save');
  await press('Back to the form');
  expect((await field('Name')).value).toBe('Mine');
});
