// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ManagerKeys, switchKeys } from '../keys/keys.tsx';
import { openList, rowsInDocument, startListServer } from '../testing/list-fixture.tsx';

beforeAll(async () => {
  await startListServer();
  await import('../keys/help-sheet.tsx');
});

afterEach(() => {
  cleanup();
  switchKeys(true);
});

const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement!, { key, ...init }));
const current = () => Number(document.activeElement?.closest('tr')?.dataset.index);
const selected = () =>
  rowsInDocument().flatMap(({ dataset }) => (dataset.selected ? Number(dataset.index) : []));

test('j and k move from row to row, and x selects the row, with Shift a range', async () => {
  await openList();
  await press('j');
  expect(current()).toBe(0);
  for (const key of ['j', 'j', 'k', 'x']) await press(key);
  expect([current(), selected()]).toEqual([1, [1]]);
  for (const key of ['j', 'j', 'j']) await press(key);
  await press('X', { shiftKey: true });
  expect(selected()).toEqual([1, 2, 3, 4]);
});

test('Enter opens the row whose checkbox has the focus', async () => {
  const router = await openList();
  rowsInDocument()[2]!.querySelector('input')!.focus();
  await press('Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/manager/users/id-2'));
});

test('e edits the row with the focus, and / moves to the search, where letters are text', async () => {
  const router = await openList('?_sort=name');
  await press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await press('n');
  expect(router.state.location.pathname).toBe('/manager/users');
  (document.activeElement as HTMLElement).blur();
  await press('j');
  await press('e');
  await waitFor(() => expect(router.state.location.search).toBe('?_sort=name&edit=id-0'));
});

test('n creates a record', async () => {
  const router = await openList();
  await press('n');
  await waitFor(() => expect(router.state.location.pathname).toBe('/manager/users/new'));
});

test('keys do nothing after the user disables them', async () => {
  await openList();
  switchKeys(false);
  await press('j');
  expect(current()).toBeNaN();
});

test('g and a letter open a page, and ? opens the list of the keys', async () => {
  const router = createMemoryRouter([{ path: '*', Component: ManagerKeys }]);
  render(<RouterProvider router={router} />);
  await press('g');
  await press('u');
  expect(router.state.location.pathname).toBe('/manager/users');
  await press('u');
  expect(router.state.location.pathname).toBe('/manager/users');
  await press('?', { shiftKey: true });
  await waitFor(() => expect(screen.getByText('Keyboard shortcuts')).toBeTruthy());
  await press('g');
  await press('d');
  expect(router.state.location.pathname).toBe('/manager/users');
});
