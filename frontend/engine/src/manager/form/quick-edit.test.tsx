// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { resourceNamed } from '../resource.ts';
import { field, formPages, grace, press, serveGrace, type } from '../testing/form-fixture.tsx';
import { heading, openManager, serveManager } from '../testing/manager-fixture.tsx';
import { QuickEdit } from './quick-edit.tsx';

const kim = { ...grace, id: 'kim', email: 'kim@example.com', name: 'Kim' };

const server = serveManager((server) => {
  serveGrace(server, grace, '"1"');
  server.on('GET /api/users/kim', { body: kim });
});

function ListOfTwo() {
  return (
    <main>
      <h1>The list</h1>
      <table>
        <tbody>
          {[grace, kim].map(({ id, name }) => (
            <tr key={id}>
              <td>
                <a href={`/manager/users/${id}`}>{name}</a> <Link to={`?edit=${id}`}>Edit {name}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <QuickEdit resource={resourceNamed('users')!} items={[grace, kim]} total="2" onNearEnd={undefined} />
    </main>
  );
}

const open = (search = '') =>
  openManager(`/manager/users${search}`, [
    { path: '/manager/users', Component: ListOfTwo },
    ...formPages.slice(2),
  ]);

const drawer = (name: string) => screen.findByRole('dialog', { name });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('saving in the drawer closes it, leads back to the list, and focuses the row', async () => {
  const router = await open();
  await click(screen.getByText('Edit Grace'));
  await drawer('Edit grace@example.com');
  await type('Name', 'Grace Hopper');
  fireEvent.keyDown(document.body, { key: 's', metaKey: true });
  await isClosed();
  expect(router.state.location.search).toBe('');
  expect(server.sent('PATCH')[0]!.body).toEqual({ name: 'Grace Hopper' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Grace')));
});

test('the drawer shows what the list knows of the record until it is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: object }>();
  server.on('GET /api/users/kim', () => promise);
  await open('?edit=kim');
  const known = within(await drawer('Edit kim@example.com'));
  await known.findByText('Kim');
  expect(known.getByText('Email')).toBeTruthy();
  expect(known.queryByLabelText('Name')).toBeNull();
  await act(async () => resolve({ body: kim }));
  expect((await field('Name')).value).toBe('Kim');
});

test('the URL opens the drawer, and Back closes it', async () => {
  const router = await open('?edit=kim&searchTerm=k');
  await drawer('Edit kim@example.com');
  await press('Cancel');
  await isClosed();
  expect(router.state.location.search).toBe('?searchTerm=k');
  await click(screen.getByText('Edit Grace'));
  await drawer('Edit grace@example.com');
  await act(() => router.navigate(-1));
  await isClosed();
});

test('buttons and keys lead to the next and the previous record, and stop at the ends', async () => {
  const router = await open('?edit=grace');
  const first = await drawer('Edit grace@example.com');
  const previous = within(first).getByRole('button', { name: 'Previous record' });
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  await click(within(first).getByRole('button', { name: 'Next record' }));
  await drawer('Edit kim@example.com');
  expect((await field('Name')).value).toBe('Kim');
  fireEvent.keyDown(await field('Name'), { key: 'k', code: 'KeyK' });
  expect(router.state.location.search).toBe('?edit=kim');
  await act(async () => fireEvent.keyDown(await field('Name'), { key: '˚', code: 'KeyK', altKey: true }));
  await drawer('Edit grace@example.com');
  expect((await field('Name')).value).toBe('Grace');
});

test('the drawer shows the place of the record in the list, and links to its page', async () => {
  await open('?edit=kim');
  const sheet = within(await drawer('Edit kim@example.com'));
  sheet.getByText('2 of 2');
  expect(sheet.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe(
    '/manager/users/kim',
  );
});

test('an emptied required field shows its error in the drawer, and nothing is sent', async () => {
  await open('?edit=grace');
  await drawer('Edit grace@example.com');
  await type('Email', '');
  await press('Save');
  await screen.findByText('Email is required');
  expect(server.sent('PATCH')).toEqual([]);
});

test('an error about the body of the request does not name it', async () => {
  const required = { key: 'errors.required', message: 'Body is required', values: {} };
  server.on('PATCH /api/users/grace', {
    status: 400,
    body: { code: 'INVALID', message: 'Invalid', errors: { body: [required] } },
  });
  await open('?edit=grace');
  await drawer('Edit grace@example.com');
  await type('Name', 'Grace Hopper');
  await press('Save');
  await screen.findByText(/^Failed to update/);
  expect(screen.queryByText(/body is required/i)).toBeNull();
});

test('the row of the record in the drawer is marked', async () => {
  const marked = () =>
    [...document.querySelectorAll('tr[data-edited] a:first-child')].map((a) => a.textContent);
  await open('?edit=grace');
  const first = await drawer('Edit grace@example.com');
  expect(marked()).toEqual(['Grace']);
  await click(within(first).getByRole('button', { name: 'Next record' }));
  await drawer('Edit kim@example.com');
  expect(marked()).toEqual(['Kim']);
  await press('Cancel');
  await isClosed();
  expect(marked()).toEqual([]);
});

test('unsaved changes are guarded against closing and against another record', async () => {
  const router = await open('?edit=grace');
  const sheet = await drawer('Edit grace@example.com');
  await type('Name', 'Mine');
  await click(within(sheet).getByRole('button', { name: 'Next record' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await press('Stay here');
  expect(router.state.location.search).toBe('?edit=grace');
  await act(async () => fireEvent(sheet, new Event('cancel', { cancelable: true })));
  await press('Leave');
  await isClosed();
});

test('a conflict in the drawer is also decided by field', async () => {
  await open('?edit=grace');
  await drawer('Edit grace@example.com');
  await type('Name', 'Mine');
  serveGrace(server, { ...grace, name: 'Theirs', updatedAt: '2' }, '"2"');
  await press('Save');
  const dialog = within(await drawer('Somebody else saved first'));
  await click(dialog.getByLabelText(/Yours/));
  await click(dialog.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(server.sent('PATCH').at(-1)!.headers.get('if-match')).toBe('"2"');
});

test('a nonexistent record is reported in the drawer, which can be closed', async () => {
  server.on('GET /api/users/gone', { status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  await open('?edit=gone');
  await screen.findByText('This record could not be found');
  await drawer('User');
  await click(screen.getByRole('button', { name: 'Close' }));
  await isClosed();
  await heading('The list');
});
