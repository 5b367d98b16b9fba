// @vitest-environment jsdom

import '#frontend/testing/browser-features.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { field, formPages, press, type } from '../testing/form-fixture.tsx';
import { heading, openManager, serveManager } from '../testing/manager-fixture.tsx';

const POETRY = '01a20236-ef2a-7e3e-8cde-889f6aa276f2';

const server = serveManager((server) => {
  server.on('GET /api/genres', { body: [{ id: 'd', name: 'Drama' }], headers: { 'x-total-count': '1' } });
  server.on('POST /api/genres', ({ body }) => ({ status: 201, body: { id: POETRY, ...(body as object) } }));
  server.on('POST /api/books', ({ body }) => ({ status: 201, body: { id: 'b', ...(body as object) } }));
});

/** Opens the form of a new book, searches for a genre without a match, and opens the form of a new one. */
async function openDrawer() {
  await openManager('/manager/books/new', formPages);
  await type('Title', 'Kintu');
  fireEvent.mouseDown(await field('Genre'));
  await type('Genre', 'Poetry');
  await click(await screen.findByTitle('Create “Poetry”'));
  return within(await screen.findByRole('dialog', { name: /genre/i }));
}

test('a reference creates the record of a search without a match, and selects it', async () => {
  const drawer = await openDrawer();
  await waitFor(() => expect(drawer.getByLabelText<HTMLInputElement>('Name').value).toBe('Poetry'));
  await click(drawer.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByTitle('Poetry')).toBeTruthy();
  await type('Author', 'Makumbi');
  await press('Create');
  await heading('The record');
  expect(server.sent('POST').map(({ body }) => body)).toEqual([
    { name: 'Poetry' },
    { title: 'Kintu', author: 'Makumbi', genre: POETRY, publisher: null, cover: null },
  ]);
  const keys = server.sent('POST').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.filter(Boolean)).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

test('leaving the form of the reference asks if it was changed, and never loses the form below', async () => {
  const drawer = await openDrawer();
  fireEvent.change(await drawer.findByLabelText('Name'), { target: { value: 'Poetry and prose' } });
  await click(drawer.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await press('Leave');
  await act(async () => {});
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await field('Title')).value).toBe('Kintu');
  expect(server.sent('POST')).toEqual([]);
});

test('a term that is already a record does not offer a second one', async () => {
  await openManager('/manager/books/new', formPages);
  fireEvent.mouseDown(await field('Genre'));
  await type('Genre', 'drama');
  await screen.findByTitle('Drama');
  expect(screen.queryByTitle(/Create/)).toBeNull();
});
