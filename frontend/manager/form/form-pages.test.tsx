// @vitest-environment jsdom
import '../../testing/browser-features.ts';
import { useDrawerForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { click } from '../../testing/click.ts';
import { HttpStandIn } from '../../testing/http-stand-in.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { type ManagerRecord, resourceNamed } from '../resource.ts';
import {
  closeManager,
  endSession,
  heading,
  OWN_ID,
  openManager,
  signIn,
  startManager,
} from '../testing/manager-fixture.tsx';
import { Component as CreatePage } from './create-page.tsx';
import { useFormOptions } from './form-options.ts';
import { RecordForm } from './record-form.tsx';
import { Component as UpdatePage } from './update-page.tsx';
import { useRecordForm } from './use-record-form.ts';
import { bodyOf, type FormValues, valuesOfNew } from './values.ts';

const grace = { id: 'grace', email: 'grace@example.com', name: 'Grace', role: 'user', updatedAt: '1' };
const current = '/api/users/grace';

const pages = [
  { path: '/manager/:resource', element: <h1>The list</h1> },
  { path: '/manager/:resource/new', Component: CreatePage },
  { path: '/manager/:resource/:id', element: <h1>The record</h1> },
  { path: '/manager/:resource/:id/update', Component: UpdatePage },
];

let server: HttpStandIn;

beforeAll(() => startManager(new HttpStandIn()), 30_000);

beforeEach(() => {
  server = new HttpStandIn();
  server.install();
  serve(grace, '"1"');
});

afterEach(closeManager);

/** Serves a state of the record, and rejects a change of another one. */
function serve(record: Partial<typeof grace>, etag: string) {
  server.on(`GET ${current}`, { body: record, headers: { etag } });
  server.on(`PATCH ${current}`, ({ headers, body }) =>
    headers.get('if-match') === etag
      ? { body: { ...record, ...(body as object) } }
      : { status: 412, body: { code: 'PRECONDITION_FAILED', message: 'Changed', current: record } },
  );
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const button = (name: string) => screen.findByText<HTMLElement>(name, { selector: 'button' });
const press = async (name: string) => click(await button(name));

async function openNew() {
  const router = await openManager('/manager/users/new', pages);
  await field('Email');
  return router;
}

async function openUpdate(id = 'grace') {
  const router = await openManager(`/manager/users/${id}/update`, pages);
  await field('Email');
  return router;
}

test('a required field that is empty shows an error and is focused, and nothing is sent', async () => {
  await openNew();
  await type('Email', '  ');
  await press('Create');
  expect(await screen.findByText('Email is required')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Email')));
  expect(server.requests).toEqual([]);
});

test('a changed field that is left is validated like on the server, and its error goes once it is mended', async () => {
  await openNew();
  fireEvent.focus(await field('Email'));
  fireEvent.blur(await field('Email'));
  await type('Email', 'ada@');
  expect(screen.queryByText('Email is invalid')).toBeNull();
  fireEvent.blur(await field('Email'));
  expect(await screen.findByText('Email is invalid')).toBeTruthy();
  await type('Email', 'ada@example');
  expect(screen.getByText('Email is invalid')).toBeTruthy();
  await type('Email', 'ada@example.com');
  await waitFor(() => expect(screen.queryByText('Email is invalid')).toBeNull());
  await type('Name', 'x'.repeat(256));
  await press('Create');
  expect(await screen.findByText('Name must have at most 255 characters')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Name')));
  expect(server.requests).toEqual([]);
});

test('a field that is only passed shows no error', async () => {
  await openNew();
  fireEvent.focus(await field('Email'));
  fireEvent.blur(await field('Email'));
  await act(async () => {});
  expect(screen.queryByText('Email is required')).toBeNull();
});

test('a field that breaks a newer rule may stay as it is, as only changes are saved', async () => {
  serve({ ...grace, name: 'x'.repeat(300) }, '"1"');
  await openUpdate();
  await type('Email', 'hopper@example.com');
  await press('Save');
  await heading('The record');
  expect(server.sent('PATCH').at(-1)!.body).toEqual({ email: 'hopper@example.com' });
});

test('a field error of the server is shown under its field with its values, focused, and gone on input', async () => {
  const error = { key: 'errors.unique', message: '', values: { record: 'user' } };
  server.on('POST /api/users', { status: 409, body: { code: 'CONFLICT', errors: { email: [error] } } });
  await openNew();
  await type('Email', 'ada@example.com');
  await press('Create');
  expect(await screen.findByText('User already exists')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Email')));
  await type('Email', 'ada2@example.com');
  await waitFor(() => expect(screen.queryByText('User already exists')).toBeNull());
});

test('an error of a field that the form lacks, and the reason of a rule, are shown above the buttons', async () => {
  const error = { key: 'errors.required', message: '' };
  server.on('POST /api/users', {
    status: 400,
    body: { code: 'INVALID', errors: { banReason: [error] }, reason: { message: 'Not on a Sunday' } },
  });
  await openNew();
  await type('Email', 'ada@example.com');
  await press('Create');
  expect((await screen.findByText(/Not on a Sunday/)).textContent).toContain(
    'Reason for the ban is required',
  );
});

test('a double click and Ctrl+Enter while saving create one record, from the input and the defaults', async () => {
  const { promise: slow, resolve: respond } = Promise.withResolvers<void>();
  server.on('POST /api/users', async ({ body }) => {
    await slow;
    return { status: 201, body: { id: 'kim', ...(body as object) } };
  });
  const router = await openNew();
  await type('Email', 'new@example.com');
  const create = await button('Create');
  fireEvent.click(create);
  fireEvent.click(create);
  await waitFor(() => expect(server.sent('POST')).toHaveLength(1));
  await act(async () => fireEvent.click(create));
  await act(async () => fireEvent.keyDown(create, { key: 'Enter', ctrlKey: true }));
  respond();
  await heading('The record');
  expect(router.state.location.pathname).toBe('/manager/users/kim');
  expect(server.sent('POST').map(({ body }) => body)).toEqual([
    { email: 'new@example.com', name: null, role: 'user' },
  ]);
  expect(await screen.findByText('User created')).toBeTruthy();
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
  server.on(`GET ${current}`, { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  await openManager('/manager/users/grace/update', pages);
  await heading('This page could not be found');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('input stays when saving fails, and is not reset by a record that others change', async () => {
  await openUpdate();
  await type('Name', 'Grace Hopper');
  server.cutOff(`PATCH ${current}`);
  await press('Save');
  expect(await screen.findByText('Failed to update the user')).toBeTruthy();
  serve({ ...grace, name: 'Other', updatedAt: '2' }, '"1"');
  act(() => void dispatchEvent(new Event('online')));
  expect((await field('Name')).value).toBe('Grace Hopper');
  await press('Save');
  await heading('The record');
  expect(server.sent('GET')).toHaveLength(1);
});

test('a conflict shows what others changed; saving anyway overwrites only the own fields', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serve({ ...grace, name: 'Theirs', email: 'theirs@example.com', updatedAt: '2' }, '"2"');
  await press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else saved first' }));
  expect(dialog.getByText('Theirs')).toBeTruthy();
  expect(dialog.getByText('theirs@example.com')).toBeTruthy();
  await click(dialog.getByRole('button', { name: 'Save mine anyway' }));
  await heading('The record');
  const last = server.sent('PATCH').at(-1)!;
  expect(last.body).toEqual({ name: 'Mine' });
  expect(last.headers.get('if-match')).toBe('"2"');
});

test('a conflict is resolved by the current version, which can be changed on', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serve({ ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  await press('Save');
  await press('Use the current version');
  await waitFor(async () => expect((await field('Name')).value).toBe('Theirs'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await type('Email', 'later@example.com');
  await press('Save');
  await heading('The record');
  expect(server.sent('PATCH').at(-1)!.body).toEqual({ email: 'later@example.com' });
});

test('a conflict that cannot be settled keeps its dialog and the input', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  serve({ ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  await press('Save');
  server.cutOff(`GET ${current}`);
  await press('Save mine anyway');
  const dialog = within(await screen.findByRole('dialog'));
  await screen.findByText('Failed to update the user');
  expect((await dialog.findByRole('status')).textContent).toContain('Failed to update the user');
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
  server.cutOff(`PATCH ${current}`);
  await press('Save');
  await screen.findByText('Failed to update the user');
  await click(screen.getByRole('link', { name: 'Cancel' }));
  await press('Leave');
  await heading('The record');
});

test('input survives the end of the session: a draft is restored once, for the same user', async () => {
  await openUpdate();
  await type('Name', 'Mine');
  endSession(server, `PATCH ${current}`);
  await press('Save');
  await heading('Login');
  expect(sessionStorage).toHaveLength(1);
  serve(grace, '"1"');
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
