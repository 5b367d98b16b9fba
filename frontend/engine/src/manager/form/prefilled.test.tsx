// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, formPages, press, type } from '../testing/form-fixture.tsx';
import { openManager, serveManager } from '../testing/manager-fixture.tsx';

const POETRY = '01900000-0000-7000-8000-000000000001';

const server = serveManager();

test('the reference in the URL is filled in with its label, and saved', async () => {
  server.on(`GET /api/genres/${POETRY}`, { body: { id: POETRY, name: 'Poetry' } });
  server.on('POST /api/books', { status: 201, body: { id: 'made' } });
  await openManager(`/manager/books/new?genre=${POETRY}`, formPages);
  expect(await screen.findByText('Poetry')).toBeTruthy();
  await type('Title', 'Masnavi');
  await type('Author', 'Rumi');
  await press('Create');
  await waitFor(() => expect(server.sent('POST')).toHaveLength(1));
  expect(server.sent('POST')[0]?.body).toMatchObject({ title: 'Masnavi', genre: POETRY });
});

test('the form is empty if the URL names a nonexistent record, or a field that is not a reference', async () => {
  server.on('GET /api/genres/none', { status: 404, body: { code: 'NOT_FOUND', message: '' } });
  await openManager('/manager/books/new?genre=none&title=x&constructor=y', formPages);
  expect((await field('Title')).value).toBe('');
  expect(screen.getByText('Choose…')).toBeTruthy();
});
