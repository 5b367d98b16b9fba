// @vitest-environment jsdom

import '#frontend/testing/browser-features.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { settings } from '#frontend/shell/http/init.ts';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { resourceNamed } from '../resource.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { notifyInvited, notifySaved, useDoneToast } from './toasts.tsx';

const pages = [{ path: '/manager/*', element: <h1>A page</h1> }];

beforeAll(() => startManager(new HttpStandIn()), 30_000);
afterEach(closeManager);

test('the message about a saved record links to it, until its page is open', async () => {
  const router = await openManager('/manager/books', pages);
  await notifySaved('Book updated', { resource: 'books', id: '7', label: 'Emma' });
  const view = await screen.findByText('View', { selector: 'a' });
  expect(view.getAttribute('href')).toBe('/manager/books/7');
  await router.navigate('/manager/books/7');
  await waitFor(() => expect(screen.queryByText('View')).toBeNull());
  expect(screen.getByText('Book updated')).toBeTruthy();
  expect(screen.getByText('Emma')).toBeTruthy();
});

test('the message about a created user leads to the outbox of a server that has one', async () => {
  await openManager('/manager/users', pages);
  Object.assign(settings(), { outbox: true });
  await notifyInvited('User created', 'Grace');
  const outbox = await screen.findByText('Outbox', { selector: 'a' });
  expect(outbox.getAttribute('href')).toBe('/outbox');
  expect(screen.getByText('Grace')).toBeTruthy();
  Object.assign(settings(), { outbox: false });
});

test('an undo that fails because of a field says which', async () => {
  const body = {
    code: 'CONFLICT',
    message: 'Conflict',
    errors: { name: [{ key: 'errors.unique', message: 'Taken', values: { record: 'Genre' } }] },
  };
  const genres = resourceNamed('genres')!;
  function DeletedGenre() {
    const tellDone = useDoneToast(genres);
    const undo = () => Promise.reject(new HttpError({ status: 409, statusText: '', body }));
    return (
      <button type="button" onClick={() => tellDone('Genre deleted', undo, 'Novels')}>
        Delete
      </button>
    );
  }
  await openManager('/', [{ path: '/', element: <DeletedGenre /> }]);
  await click(screen.getByText('Delete'));
  await click(await screen.findByText('Undo'));
  expect(await screen.findByText('Genre already exists')).toBeTruthy();
  expect(screen.queryByText(/Reload the page/)).toBeNull();
});
