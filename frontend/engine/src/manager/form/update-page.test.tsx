// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { useDrawerForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
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
  endSession,
  heading,
  OWN_ID,
  openManager,
  serveManager,
  signIn,
} from '../testing/manager-fixture.tsx';
import { useFormOptions } from './form-options.ts';
import { RecordForm } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';
import { bodyOf, type FormValues, valuesOfNew } from './values.ts';

const server = serveManager((server) => serveGrace(server, grace, '"1"'));

test('a field that violates a newer rule may remain, because only changes are saved', async () => {
  serveGrace(server, { ...grace, name: 'x'.repeat(300) }, '"1"');
  await openUpdate();
  await type('Email', 'hopper@example.com');
  await press('Save');
  await heading('The record');
  expect(server.sent('PATCH').at(-1)!.body).toEqual({ email: 'hopper@example.com' });
});

test('Ctrl+Enter saves only changes, for the version that was read', async () => {
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

test('a field that the user may not change is read-only, with the reason', async () => {
  server.on(`GET /api/users/${OWN_ID}`, { body: { ...grace, id: OWN_ID, role: 'admin' } });
  await openUpdate(OWN_ID);
  expect((await field('Role')).disabled).toBe(true);
  expect((await field('Name')).disabled).toBe(false);
  expect(screen.getByText('You cannot change your own role')).toBeTruthy();
});

test('a record that cannot be read shows why instead of a form, without a toast', async () => {
  server.on(`GET ${graceAddress}`, { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  await openManager('/manager/users/grace/update', formPages);
  await heading('This record could not be found');
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

test.each([403, 404, 500, 503])(
  'input remains when saving fails with the status %i, even if the record cannot be read either',
  async (status) => {
    await openUpdate();
    await type('Name', 'Grace Hopper');
    const rejected = { status, body: { code: 'UNKNOWN_ERROR', message: '' } };
    server.on(`GET ${graceAddress}`, rejected);
    server.on(`PATCH ${graceAddress}`, rejected);
    await press('Save');
    expect(await screen.findByText('Failed to update the user')).toBeTruthy();
    expect((await field('Name')).value).toBe('Grace Hopper');
    serveGrace(server, grace, '"1"');
    await press('Save');
    await heading('The record');
  },
);

test('leaving asks while there are unsaved changes, and not after they are undone', async () => {
  const router = await openUpdate();
  await type('Name', 'Mine');
  await click(screen.getByRole('link', { name: 'Cancel' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(document.activeElement?.textContent).toBe('Stay here');
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
