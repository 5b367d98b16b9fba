// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  button,
  field,
  formPages,
  grace,
  openNew,
  press,
  serveGrace,
  type,
} from '../testing/form-fixture.tsx';
import { closeManager, endSession, heading, openManager, serveManager } from '../testing/manager-fixture.tsx';

const server = serveManager((server) => serveGrace(server, grace, '"1"'));

test('a required field that is empty shows an error and is focused, and nothing is sent', async () => {
  await openNew();
  await type('Email', '  ');
  await press('Create');
  expect(await screen.findByText('Email is required')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Email')));
  expect(server.requests).toEqual([]);
});

test('a changed field is validated on blur as on the server, and its error disappears once it is corrected', async () => {
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

test('a field that was only focused shows no error', async () => {
  await openNew();
  fireEvent.focus(await field('Email'));
  fireEvent.blur(await field('Email'));
  await act(async () => {});
  expect(screen.queryByText('Email is required')).toBeNull();
});

test('a field error of the server is shown under its field with its values, focused, and removed on input', async () => {
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
  expect(await screen.findByText('User created, email sent')).toBeTruthy();
});

test('saving and adding another shows an empty form, whose record is saved in its turn', async () => {
  server.on('POST /api/users', ({ body }) => ({ status: 201, body: { id: 'kim', ...(body as object) } }));
  const router = await openNew();
  await type('Email', 'one@example.com');
  await press('Create and add another');
  await screen.findByText('User created, email sent');
  await waitFor(async () => expect((await field('Email')).value).toBe(''));
  expect(router.state.location.pathname).toBe('/manager/users/new');
  await type('Email', 'two@example.com');
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
  await heading('The record');
  expect(server.sent('POST').map(({ body }) => (body as typeof grace).email)).toEqual([
    'one@example.com',
    'two@example.com',
  ]);
});

test('after an error, "add another" is forgotten: Enter saves and leaves', async () => {
  server.on('POST /api/users', ({ body }) => ({ status: 201, body: { id: 'kim', ...(body as object) } }));
  await openNew();
  await press('Create and add another');
  await screen.findByText('Email is required');
  await type('Email', 'one@example.com');
  await press('Create');
  await heading('The record');
});

test('a copy starts with the values of the original, and names the ones to change', async () => {
  server.on('POST /api/users', ({ body }) => ({ status: 201, body: { id: 'kim', ...(body as object) } }));
  await openManager('/manager/users/new?from=grace', formPages);
  expect((await field('Email')).value).toBe('grace@example.com');
  expect((await field('Name')).value).toBe('Grace');
  expect(screen.getByText('The original has this value: enter another one.')).toBeTruthy();
  await type('Email', 'copy@example.com');
  await press('Create and add another');
  await waitFor(async () => expect((await field('Name')).value).toBe(''));
  expect(server.sent('POST').map(({ body }) => body)).toEqual([
    { email: 'copy@example.com', name: 'Grace', role: 'user' },
  ]);
  expect(screen.queryByText(/A copy of/)).toBeNull();
});

test('the draft of a copy belongs neither to a new record nor to another copy', async () => {
  server.on('GET /api/users/kim', { body: { ...grace, id: 'kim' } });
  await openManager('/manager/users/new?from=grace', formPages);
  await type('Email', 'draft@example.com');
  endSession(server, 'POST /api/users');
  await press('Create');
  await heading('Login');
  for (const [address, email] of [
    ['new', ''],
    ['new?from=kim', 'grace@example.com'],
    ['new?from=grace', 'draft@example.com'],
  ]) {
    closeManager({ keepDrafts: true });
    await openManager(`/manager/users/${address}`, formPages);
    expect((await field('Email')).value).toBe(email);
  }
});

test('a nonexistent record to copy is reported', async () => {
  server.on('GET /api/users/gone', { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  await openManager('/manager/users/new?from=gone', formPages);
  expect(await screen.findByText('This record could not be found')).toBeTruthy();
});

test('the first field has the focus with a mouse, but not on a phone', async () => {
  await openNew();
  await act(() => new Promise(requestAnimationFrame));
  expect(document.activeElement).toBe(document.body);
  closeManager();
  const matches = vi.spyOn(window, 'matchMedia');
  matches.mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList,
  );
  await openNew();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Email')));
  matches.mockRestore();
});
