// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { click } from '../../testing/click.ts';
import {
  headingButton,
  headings,
  type ListServer,
  openList,
  ROW_HEIGHT,
  rowsInDocument,
  startListServer,
} from '../testing/list-fixture.tsx';

let server: ListServer;

beforeAll(async () => {
  server = await startListServer();
});

beforeEach(() => {
  Object.assign(server, { total: 18, pageSize: 8, fails: false });
  server.queries.length = 0;
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const table = () => document.querySelector('table')!;
const sorted = () => {
  const { _sort, _order } = Object.fromEntries(server.queries.at(-1)!);
  return `${_sort} ${_order}`;
};

/** Opens the choice of the sort columns as a browser does, which jsdom cannot. */
function openSort() {
  const panel = document.querySelector<HTMLElement>('[popover][aria-label="Sort by"]')!;
  panel.removeAttribute('popover');
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  return within(panel);
}

const pressed = (columns: ReturnType<typeof openSort>) =>
  columns.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent.trim());

describe('the order of a list', () => {
  test('is in the address, and the server is asked for it', async () => {
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

  test('takes in a further column by a click with Shift, and each column says its place', async () => {
    const router = await openList();
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=email%2Cname'));
    expect(headings()[0]).toContain('sort column 1, ascending');
    expect(headings()[1]).toContain('sort column 2, ascending');
    expect(headingButton('Email').querySelector('[aria-hidden]:not(svg)')?.textContent).toBe('1');
    await waitFor(() => expect(sorted()).toBe('email,name asc,asc'));
  });

  test.each(['Enter', ' '])('takes in a further column by Shift and the key "%s"', async (key) => {
    const router = await openList('?_sort=role');
    expect(fireEvent.keyDown(headingButton('Name'), { key, shiftKey: true })).toBe(false);
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname'));
  });

  test('loses a further column when it is pressed with Shift for the third time', async () => {
    const router = await openList('?_sort=role,name');
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname&_order=asc%2Cdesc'));
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role'));
  });

  test('is that of the address from the start, also on a phone', async () => {
    await openList('?_sort=role,createdAt&_order=desc,asc');
    expect(server.queries).toHaveLength(1);
    expect(sorted()).toBe('role,createdAt desc,asc');
    const columns = openSort();
    expect(pressed(columns)).toEqual(['1 Role descending', '2 Created ascending']);
  });

  test('is chosen on a phone by several columns, each of which is reversed and removed', async () => {
    const router = await openList('?_sort=role');
    const columns = openSort();
    await click(columns.getByRole('button', { name: /^Name/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname'));
    await waitFor(() => expect(pressed(columns)).toEqual(['2 Name ascending', '1 Role ascending']));
    await click(columns.getByRole('button', { name: '2 Name ascending' }));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=role%2Cname&_order=asc%2Cdesc'));
    await click(columns.getByRole('button', { name: 'Remove Role from the order' }));
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name&_order=desc'));
    expect(columns.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('starts anew with Shift if no visible column is part of it', async () => {
    const router = await openList('?_sort=createdAt');
    await click(headingButton('Name'), { shiftKey: true });
    await waitFor(() => expect(router.state.location.search).toBe('?_sort=name'));
  });
});

/** Opens the choice of columns as a browser does, which jsdom cannot. */
function openColumns() {
  const button = screen.getByText('Columns').closest('button')!;
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  panel.removeAttribute('popover');
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  return within(panel);
}

describe('the columns of a list', () => {
  const all = ['email', 'name', 'role', 'emailVerified', 'onboardedAt', 'banned'];

  test('are those of the entry', async () => {
    await openList();
    expect(headings()).toHaveLength(all.length);
    expect(localStorage.length).toBe(0);
  });

  test('are hidden and shown by their checkboxes, and are the same on the next visit', async () => {
    await openList();
    const columns = openColumns();
    await click(columns.getByRole('checkbox', { name: 'Role' }));
    await click(columns.getByRole('checkbox', { name: 'Created' }));
    const chosen = headings();
    expect(chosen).not.toContain('Role');
    expect(chosen.at(-1)).toContain('Created');
    cleanup();
    await openList();
    expect(headings()).toEqual(chosen);
  });

  test('are moved by their buttons, which keep the focus and say the new place', async () => {
    await openList();
    const columns = openColumns();
    const button = columns.getByRole('button', { name: 'Move Name up' });
    button.focus();
    await click(button);
    expect(headings()[0]).toContain('Name');
    expect(document.activeElement).toBe(button);
    expect(columns.getByRole('status').textContent).toBe('Name: place 1 of 10');
    expect(button.ariaDisabled).toBe('true');
    // The first column is the link to the record, whichever it is.
    const [first] = rowsInDocument();
    expect(within(first!).getByRole('rowheader').textContent).toBe('user-0@example.comUser 0000');
  });

  test('are the default ones again when they are reset', async () => {
    await openList();
    const before = headings();
    const columns = openColumns();
    await click(columns.getByRole('button', { name: 'Move Role up' }));
    await click(columns.getByRole('checkbox', { name: 'Email' }));
    expect(headings()).not.toEqual(before);
    await click(columns.getByRole('button', { name: 'Restore the default columns' }));
    expect(headings()).toEqual(before);
    expect(localStorage.length).toBe(0);
  });

  test('are never none: the last one cannot be hidden', async () => {
    localStorage.setItem('managerColumns.users', JSON.stringify(all.map((name) => [name, name === 'email'])));
    await openList();
    const [email, name] = openColumns().getAllByRole<HTMLInputElement>('checkbox');
    expect([email?.disabled, name?.disabled]).toEqual([true, false]);
  });

  test.each([
    ['nonsense', '{'],
    ['a field that is no more', JSON.stringify([['gone', true]])],
    ['no visible column', JSON.stringify([...all, 'created'].map((name) => [name, false]))],
    ['values of another shape', JSON.stringify({ email: true })],
  ])('are the default ones if the storage holds %s', async (_, stored) => {
    localStorage.setItem('managerColumns.users', stored);
    await openList();
    expect(headings()).toHaveLength(all.length);
  });

  test('include a field that the entry has gained since the choice was made', async () => {
    localStorage.setItem(
      'managerColumns.users',
      JSON.stringify([
        ['role', true],
        ['email', false],
      ]),
    );
    await openList();
    expect(headings()[0]).toContain('Role');
    expect(headings()).toHaveLength(all.length - 1);
  });
});

describe('the rows of a list', () => {
  test('come page by page, and the first new one has the focus when the last page has come', async () => {
    await openList();
    expect(rowsInDocument()).toHaveLength(8);
    const [first] = rowsInDocument();
    const more = screen.getByText('Load more');
    more.focus();
    await click(more);
    await waitFor(() => expect(rowsInDocument()).toHaveLength(16));
    expect(rowsInDocument()[0]).toBe(first);
    expect(document.activeElement).toBe(more);
    await click(more);
    await waitFor(() => expect(rowsInDocument()).toHaveLength(18));
    expect(screen.queryByText('Load more')).toBeNull();
    expect(rowsInDocument()[16]!.contains(document.activeElement)).toBe(true);
    expect(server.queries.map((query) => query.get('_after'))).toEqual([null, '8', '16']);
  });

  test('stay if the next page fails, which can be loaded again', async () => {
    await openList();
    server.fails = true;
    await click(screen.getByText('Load more'));
    const again = await screen.findByText('Try again');
    expect(screen.getByRole('alert').textContent).toBe('The list could not be loaded');
    expect(rowsInDocument()).toHaveLength(8);
    server.fails = false;
    await click(again);
    await waitFor(() => expect(rowsInDocument()).toHaveLength(16));
  });

  test('stay until those of another order have come', async () => {
    await openList();
    await click(headingButton('Name'));
    await waitFor(() => expect(table().ariaBusy).toBe('true'));
    expect(rowsInDocument()).toHaveLength(8);
    await waitFor(() => expect(table().ariaBusy).toBe('false'));
  });
});

describe('a list of more than 200 rows', () => {
  const scrollToRow = (index: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: index * ROW_HEIGHT, configurable: true });
      dispatchEvent(new Event('scroll'));
    });
  const heightOf = (element: Element | null | undefined) =>
    Number.parseFloat((element as HTMLElement | null)?.style.blockSize || '0');
  const numbers = () => rowsInDocument().map((row) => Number(row.dataset.index));

  beforeEach(async () => {
    Object.assign(server, { total: 220, pageSize: 220 });
    await openList();
  });

  afterEach(() => {
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  });

  test('has only those in view in the document, and the height of all', () => {
    expect(numbers()[0]).toBe(0);
    expect(numbers().length).toBeLessThan(50);
    scrollToRow(120);
    expect(numbers()).toContain(120);
    expect(numbers()[0]).toBeGreaterThan(100);
    const [before, after] = document.querySelectorAll('tbody tr[aria-hidden]');
    expect(heightOf(before) + heightOf(after) + numbers().length * ROW_HEIGHT).toBe(220 * ROW_HEIGHT);
  });

  test('says how many rows there are, and the number of each', () => {
    scrollToRow(120);
    expect(table().getAttribute('aria-rowcount')).toBe('221');
    for (const row of rowsInDocument())
      expect(row.getAttribute('aria-rowindex')).toBe(String(Number(row.dataset.index) + 2));
  });

  test('keeps the row with the focus in the document, and its neighbours for the Tab key', () => {
    const row = rowsInDocument()[3]!;
    const link = row.querySelector('a')!;
    act(() => link.focus());
    scrollToRow(150);
    expect(numbers().slice(0, 3)).toEqual([2, 3, 4]);
    expect(document.activeElement).toBe(link);
  });

  test('is whole while it is printed, and from the first search in the page on', () => {
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(numbers()).toHaveLength(220);
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(numbers().length).toBeLessThan(50);
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
    expect(numbers()).toHaveLength(220);
  });

  test('is short again in another order, whose first page alone is loaded', async () => {
    server.pageSize = 8;
    await click(headingButton('Name'));
    await waitFor(() => expect(numbers()).toHaveLength(8));
    expect(table().hasAttribute('aria-rowcount')).toBe(false);
  });
});
