// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { headingButton, headings, openList, serveList, showOnPhone } from '../testing/list-fixture.tsx';

const server = serveList({ total: 45, pageSize: 20 });

const sorted = () => {
  const { _sort, _order } = Object.fromEntries(server.queries.at(-1)!);
  return `${_sort} ${_order}`;
};

/** Opens the choice of the sort columns, which phones have in the menu of the list. */
async function openSort() {
  await click(screen.getByRole('button', { name: 'More actions' }));
  await click(await screen.findByText('Sort by', { selector: '[role=menuitem]' }));
  return within(document.querySelector('dialog')!);
}

const pressed = (columns: Awaited<ReturnType<typeof openSort>>) =>
  columns.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent.trim());

describe('the order of a list', () => {
  test('is in the URL and in the request to the server', async () => {
    const router = await openList();
    expect(sorted()).toBe('email asc');
    await click(headingButton('Name'));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name'));
    await waitFor(() => expect(sorted()).toBe('name asc'));
    await click(headingButton('Name'));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name&_order=desc'));
    await waitFor(() => expect(sorted()).toBe('name desc'));
    await waitFor(() => expect(headingButton('Name').closest('th')?.ariaSort).toBe('descending'));
  });

  test('gains a further column with a click and Shift, and each column names its position', async () => {
    const router = await openList();
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=email%2Cname'));
    expect(headings()[0]).toContain('sort column 1, ascending');
    expect(headings()[1]).toContain('sort column 2, ascending');
    expect(headingButton('Email').querySelector('[aria-hidden]:not(svg)')?.textContent).toBe('1');
    await waitFor(() => expect(sorted()).toBe('email,name asc,asc'));
  });

  test.each(['Enter', ' '])('gains a further column with Shift and the key "%s"', async (key) => {
    const router = await openList('?_sort=role');
    expect(fireEvent.keyDown(headingButton('Name'), { key, shiftKey: true })).toBe(false);
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname'));
  });

  test('loses a further column on its third click with Shift', async () => {
    const router = await openList('?_sort=role,name');
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname&_order=asc%2Cdesc'));
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role'));
  });

  test('follows the URL from the start, also on a phone', async () => {
    showOnPhone();
    await openList('?_sort=role,createdAt&_order=desc,asc');
    expect(server.queries).toHaveLength(1);
    expect(sorted()).toBe('role,createdAt desc,asc');
    const columns = await openSort();
    expect(pressed(columns)).toEqual(['1 Role descending', '2 Created ascending']);
  });

  test('is chosen on a phone among several columns, which can be reversed and removed', async () => {
    showOnPhone();
    const router = await openList('?_sort=role');
    const columns = await openSort();
    await click(columns.getByRole('button', { name: /^Name/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname'));
    await waitFor(() => expect(pressed(columns)).toEqual(['2 Name ascending', '1 Role ascending']));
    await click(columns.getByRole('button', { name: '2 Name ascending' }));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname&_order=asc%2Cdesc'));
    await click(columns.getByRole('button', { name: 'Remove Role from the order' }));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name&_order=desc'));
    expect(columns.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('starts again with Shift if it contains no visible column', async () => {
    const router = await openList('?_sort=createdAt');
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name'));
  });
});
