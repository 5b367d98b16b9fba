// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { openList, serveList } from '../testing/list-fixture.tsx';

serveList({ total: 60, pageSize: 20 });

const paste = (target: Element, text: string) =>
  fireEvent.paste(target, { clipboardData: { getData: () => text } });
const search = () => screen.getByLabelText('Search', { selector: 'input' });
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `user-${at}@example.com`).join('\n');

test('lines pasted into the search are found in the chosen field', async () => {
  const router = await openList('?searchTerm=x');
  paste(search(), numbered(300));
  const offer = within(await screen.findByRole('region', { name: 'Pasted lines' }));
  expect(offer.getByText('300 lines pasted.')).toBeTruthy();
  await click(offer.getByRole('button', { name: 'Find in Email' }));
  const requested = new URLSearchParams(router.state.location.search);
  expect(requested.getAll('email')).toHaveLength(300);
  expect(requested.has('searchTerm')).toBe(false);
});

test('pasted ids find their records, and a chip removes them again', async () => {
  const router = await openList();
  const ids = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
  paste(search(), ids.join('\r\n'));
  await click(await screen.findByRole('button', { name: 'Find these IDs' }));
  expect(new URLSearchParams(router.state.location.search).getAll('id')).toEqual(ids);
  expect(await screen.findByText('2 IDs')).toBeTruthy();
  await click(screen.getByRole('button', { name: 'Remove the filter ID' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('more lines than a filter accepts are rejected before the request, with the reason', async () => {
  const router = await openList();
  paste(search(), numbered(501));
  await click(await screen.findByRole('button', { name: 'Find in Email' }));
  expect(screen.getByText('A filter takes at most 500 values at once.')).toBeTruthy();
  expect(router.state.location.search).toBe('');
});

test('a single line is pasted as usual', async () => {
  await openList();
  expect(paste(search(), 'Ada')).toBe(true);
  expect(screen.queryByRole('region', { name: 'Pasted lines' })).toBeNull();
});

test('the page size is stored in the URL', async () => {
  const router = await openList('?_sort=name');
  fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '50' } });
  await waitFor(() => expect(router.state.location.search).toBe('?_sort=name&_end=50'));
  fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '20' } });
  await waitFor(() => expect(router.state.location.search).toBe('?_sort=name'));
});
