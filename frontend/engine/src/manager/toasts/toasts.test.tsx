// @vitest-environment jsdom

import '#frontend/testing/browser-features.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { settings } from '#frontend/shell/http/init.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { closeManager, openManager, startManager } from '../testing/manager-fixture.tsx';
import { notifyInvited, notifySaved } from './toasts.tsx';

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
