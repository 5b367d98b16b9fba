// @vitest-environment jsdom
import '../../testing/browser-features.ts';
import { useDrawerForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { click } from '../../testing/click.ts';
import { HttpStandIn } from '../../testing/http-stand-in.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { type ManagerRecord, resourceNamed } from '../resource.ts';
import {
  field,
  formPages,
  grace,
  graceAddress,
  openUpdate,
  press,
  serveGrace,
  type,
} from '../testing/form-fixture.tsx';
import {
  closeManager,
  endSession,
  heading,
  OWN_ID,
  openManager,
  signIn,
  startManager,
} from '../testing/manager-fixture.tsx';
import { useFormOptions } from './form-options.ts';
import { RecordForm } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { bodyOf, type FormValues, valuesOfNew } from './values.ts';

let server: HttpStandIn;

beforeAll(() => startManager(new HttpStandIn()), 30_000);

beforeEach(() => {
  server = new HttpStandIn();
  server.install();
  serveGrace(server, grace, '"1"');
});

afterEach(() => closeManager());

test('a field that breaks a newer rule may stay as it is, as only changes are saved', async () => {
  serveGrace(server, { ...grace, name: 'x'.repeat(300) }, '"1"');
  await openUpdate();
  await type('Email', 'hopper@example.com');
  await press('Save');
  await heading('The record');
  expect(server.sent('PATCH').at(-1)!.body).toEqual({ email: 'hopper@example.com' });
});

test('Ctrl+Enter saves only what has changed, for the version that was read', async () => {
  await openUpdate();
  await type('Name', 'Grace Hopper');
  fireEvent.keyDown(await field('Name'), { key: 'Enter', ctrlKey: true });
  await heading('The record');
  const [patch] = server.sent('PATCH');
  expect(patch!.body).toEqual({ name: 'Grace Hopper' });
  expect(patch!.headers.get('if-match')).toBe('"1"');
  expect(await screen.findByText('User updated')).toBeTruthy();
});

test('a form without changes is left without a request', async () => {
  await openUpdate();
  await press('Save');
  await heading('The record');
  expect(server.sent('PATCH')).toEqual([]);
});

test('a field that one may not change is read-only, and says why', async () => {
  server.on(`GET /api/users/${OWN_ID}`, { body: { ...grace, id: OWN_ID, role: 'admin' } });
  await openUpdate(OWN_ID);
  expect((await field('Role')).disabled).toBe(true);
  expect((await field('Name')).disabled).toBe(false);
  expect(screen.getByText('You cannot change your own role')).toBeTruthy();
});

test('a record that cannot be read shows why instead of a form, and no toast besides', async () => {
  server.on(`GET ${graceAddress}`, { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  await openManager('/manager/users/grace/update', formPages);
  await heading('This page could not be found');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('input stays when saving fails, and is not reset by a record that others change', async () => {
  await openUpdate();
  await type('Name', 'Grace Hopper');
  server.cutOff(`PATCH ${graceAddress}`);
  await press('Save');
  expect(await screen.findByText('Failed to update the user')).toBeTruthy();
  serveGrace(server, { ...grace, name: 'Other', updatedAt: '2' }, '"1"');
  act(() => void dispatchEvent(new Event('online')));
  expect((await field('Name')).value).toBe('Grace Hopper');
  await press('Save');
  await heading('The record');
  expect(server.sent('GET')).toHaveLength(1);
});

test('a conflict takes what only others changed, keeps what only I changed, and asks about the rest', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'G. Hopper', email: 'theirs@example.com', updatedAt: '2' }, '"2"');
  await press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else saved first' }));
  const clash = within(dialog.getByRole('group', { name: 'Name' }));
  for (const value of ['Grace', 'Mine', 'G. Hopper']) expect(clash.getByText(value)).toBeTruthy();
  const taken = within(dialog.getByRole('region', { name: 'Changed only by them, and taken over' }));
  expect(taken.getByText('theirs@example.com')).toBeTruthy();
  await click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Choose a value for each of these fields first')).toBeTruthy();
  expect(server.sent('PATCH')).toHaveLength(1);
  await click(clash.getByLabelText(/Yours/));
  await click(dialog.getByRole('button', { name: 'Save' }));
  await heading('The record');
  const last = server.sent('PATCH').at(-1)!;
  expect(last.body).toEqual({ name: 'Mine' });
  expect(last.headers.get('if-match')).toBe('"2"');
});

test('a conflict that is resolved by the values of the other user saves nothing', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  await press('Save');
  await click(await screen.findByLabelText(/Theirs/));
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await heading('The record');
  expect(server.sent('PATCH')).toHaveLength(1);
});

test('a save whose response was lost is done when it is repeated, without a conflict with oneself', async () => {
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

test('a record that is changed again during the decision is compared again, with what was seen last', async () => {
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

test('a conflict that is put off leaves the form as it is, and comes again with the next save', async () => {
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

test('a conflict whose other version cannot be read keeps the input', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  server.cutOff(`GET ${graceAddress}`);
  await press('Save');
  await screen.findByText('Failed to update the user');
  expect((await field('Name')).value).toBe('Mine');
  expect(server.sent('PATCH')).toHaveLength(1);
});

test('leaving asks while there are unsaved changes, and not after they are undone', async () => {
  const router = await openUpdate();
  await type('Name', 'Mine');
  await click(screen.getByRole('link', { name: 'Cancel' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await press('Stay here');
  expect((await field('Name')).value).toBe('Mine');
  await type('Name', 'Grace');
  await click(screen.getByRole('link', { name: 'Cancel' }));
  await heading('The record');
  expect(router.state.location.pathname).toBe('/manager/users/grace');
});

test('a failed save leaves the changes unsaved, so leaving asks', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  server.cutOff(`PATCH ${graceAddress}`);
  await press('Save');
  await screen.findByText('Failed to update the user');
  await click(screen.getByRole('link', { name: 'Cancel' }));
  await press('Leave');
  await heading('The record');
});

test('input survives the end of the session: a draft is restored once, for the same user', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  endSession(server, `PATCH ${graceAddress}`);
  await press('Save');
  await heading('Login');
  expect(sessionStorage).toHaveLength(1);
  serveGrace(server, grace, '"1"');
  act(signIn);
  expect((await field('Name')).value).toBe('Mine');
  expect(sessionStorage).toHaveLength(0);
});

test("Refine's useDrawerForm feeds the same form", async () => {
  const error = { key: 'errors.unique', message: '', values: { record: 'user' } };
  server.on('POST /api/users', { status: 409, body: { code: 'CONFLICT', errors: { email: [error] } } });
  await openManager('/', [{ path: '/', Component: DrawerPage }]);
  await type('Email', 'new@example.com');
  await press('Create');
  expect(await screen.findByText('User already exists')).toBeTruthy();
  server.on('POST /api/users', ({ body }) => ({ status: 201, body: { id: 'new', ...(body as object) } }));
  await press('Create');
  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(server.sent('POST').at(-1)!.body).toMatchObject({ email: 'new@example.com', role: 'user' });
});

function DrawerPage() {
  return (
    <AntdTheme fallback={null}>
      <DrawerContent />
    </AntdTheme>
  );
}

function DrawerContent() {
  const resource = resourceNamed('users')!;
  const initial = valuesOfNew(resource);
  const drawer = useDrawerForm<ManagerRecord, HttpError, FormValues>({
    ...useFormOptions(resource),
    action: 'create',
    defaultVisible: true,
  });
  const state = useRecordForm({
    resource,
    controller: drawer,
    initial,
    isNew: true,
    name: 'drawer',
    onSave: async (values) => {
      await drawer.onFinish(bodyOf(resource, values));
      drawer.close();
    },
    onFailure: (error) => {
      throw error;
    },
  });
  return drawer.drawerProps.open ? (
    <RecordForm resource={resource} state={state} initialValues={initial} action="Create" cancel={null} />
  ) : (
    <p>Closed</p>
  );
}
