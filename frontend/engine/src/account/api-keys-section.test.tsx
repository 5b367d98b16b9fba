// @vitest-environment jsdom
import type { ApiKeyItem } from '@bindery/contract/api/api-keys.ts';
import '#frontend/testing/browser-features.ts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { startPage } from '#frontend/testing/start-page.ts';
import { ApiKeysSection } from './api-keys-section.tsx';

const item: ApiKeyItem = {
  id: '01900000-0000-7000-8000-00000000aaaa',
  name: 'Nightly',
  prefix: 'bindery_0123456789ab',
  readOnly: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};
const key = `${item.prefix}_${'x'.repeat(43)}`;

let server: HttpStandIn;
beforeAll(() => startPage('account'), 30_000);
beforeEach(() => {
  server = new HttpStandIn();
  server.install();
  server.on('GET /api/account/api-keys', { body: [item] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (of?: string) =>
  act(async () => render(<ApiKeysSection {...(of !== undefined && { of })} className="card" />));
const button = (name: string) => screen.findByRole('button', { name });

test('a key is listed with its name, prefix, permissions and expiry', async () => {
  const expiresAt = '2020-01-01T00:00:00.000Z';
  server.on('GET /api/account/api-keys', {
    body: [item, { ...item, id: 'other', readOnly: false, expiresAt }],
  });
  await open();
  const [first, second] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(first).toMatch(/^Nightlybindery_0123456789ab…Read only.*Never used.*Valid until it is revoked/);
  expect(second).toMatch(/Expired.*Valid until /);
  expect(second).not.toContain('Read only');
  expect(screen.getAllByText(/^bindery_/)[0]!.getAttribute('dir')).toBe('ltr');
});

test('the age and the expiry of a key stay true while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  server.on('GET /api/account/api-keys', { body: [{ ...item, createdAt: at(-2), expiresAt: at(2) }] });
  await open();
  expect(await screen.findByText(/2 minutes ago/)).toBeTruthy();
  expect(screen.queryByText('Expired')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(screen.getByText(/5 minutes ago/)).toBeTruthy();
  expect(screen.getByText('Expired')).toBeTruthy();
});

test('a new key is shown once, can be copied, and has the entered name', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  server.on('POST /api/account/api-keys', { status: 201, body: { ...item, key } });
  await open();
  await click(await button('Create an API key'));
  const dialog = within(screen.getByRole('dialog'));
  await click(dialog.getByRole('button', { name: 'Create the key' }));
  expect(dialog.getByText('Name is required')).toBeTruthy();
  expect(server.sent('POST')).toEqual([]);

  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' Nightly ' } });
  fireEvent.change(dialog.getByLabelText('Valid for'), { target: { value: 'endless' } });
  await click(dialog.getByRole('checkbox', { name: 'Read only' }));
  await click(dialog.getByRole('button', { name: 'Create the key' }));
  const field = (await screen.findByLabelText('New API key')) as HTMLInputElement;
  expect(server.sent('POST')[0]!.body).toEqual({ name: 'Nightly', expiresAt: null, readOnly: true });
  expect({ value: field.value, dir: field.dir }).toEqual({ value: key, dir: 'ltr' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Your new API key: Nightly');

  await click(await button('Copy'));
  expect(writeText).toHaveBeenCalledWith(key);
  expect(await button('Copied')).toBeTruthy();
  await click(await button('I have copied it'));
  expect(screen.queryByLabelText('New API key')).toBeNull();
  expect(document.activeElement?.textContent).toBe('API keys');
});

test('the drawer explains an error and retains the input', async () => {
  server.on('POST /api/account/api-keys', { status: 409, body: { code: 'CONFLICT', message: 'Too many' } });
  await open();
  await click(await button('Create an API key'));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'One more' } });
  await click(dialog.getByRole('button', { name: 'Create the key' }));
  expect(await dialog.findByText(/as many API keys as you can have/)).toBeTruthy();
  expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('One more');
});

test('a key is revoked after a question that names it', async () => {
  server.on(`DELETE /api/account/api-keys/${item.id}`, { status: 200 });
  await open();
  const revoke = await button('Revoke Nightly');
  revoke.focus();
  await click(revoke);
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke Nightly?' }));
  server.on('GET /api/account/api-keys', { body: [] });
  await click(dialog.getByRole('button', { name: 'Revoke the key' }));
  expect(await screen.findByText('No API keys')).toBeTruthy();
  expect(server.sent('DELETE')).toHaveLength(1);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('API keys'));
});

test('the button of a key retains the focus if the key is not revoked after all', async () => {
  await open();
  const revoke = await button('Revoke Nightly');
  revoke.focus();
  await click(revoke);
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(revoke);
});

test('the keys of another user can be revoked, but none can be created', async () => {
  server.on('GET /api/users/other/api-keys', { body: [item] });
  await open('other');
  expect(await button('Revoke Nightly')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create an API key' })).toBeNull();
});

test('a list that could not be loaded can be loaded again', async () => {
  server.on('GET /api/account/api-keys', { status: 403, body: { code: 'FORBIDDEN', message: '' } });
  await open();
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  server.on('GET /api/account/api-keys', { body: [item] });
  await click(await button('Try again'));
  expect(await button('Revoke Nightly')).toBeTruthy();
});
