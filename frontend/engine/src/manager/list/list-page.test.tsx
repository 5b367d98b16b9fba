// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import {
  headingButton,
  headings,
  openList,
  ROW_HEIGHT,
  rowsInDocument,
  serveList,
} from '../testing/list-fixture.tsx';

const server = serveList();

const table = () => document.querySelector('table')!;
/** Opens the choice of columns like a browser, which jsdom cannot do. */
async function openColumns() {
  const button = screen.getByText('Columns').closest('button')!;
  const panel = document.getElementById(button.getAttribute('popovertarget')!)!;
  panel.removeAttribute('popover');
  fireEvent(panel, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  await within(panel).findByRole('list');
  return within(panel);
}

describe('a printed list', () => {
  /** Replaces the browser's dialog. Returns the number of rows in the document at each opening of it. */
  function watchPrint(): number[] {
    const printed: number[] = [];
    vi.spyOn(window, 'print').mockImplementation(() => void printed.push(rowsInDocument().length));
    return printed;
  }

  test('is loaded to its end first, with Ctrl P and from the menu', async () => {
    const printed = watchPrint();
    await openList();
    const loaded = rowsInDocument().length;
    expect(loaded).toBeLessThan(server.total);
    expect(screen.getByText(`The first ${loaded} of ${server.total}`)).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
    await waitFor(() => expect(printed).toEqual([server.total]));
    expect(screen.queryByText(/^The first/)).toBeNull();
    await click(screen.getByRole('button', { name: 'More actions' }));
    await click(await screen.findByRole('menuitem', { name: 'Print' }));
    await waitFor(() => expect(printed).toEqual([server.total, server.total]));
  });

  test('ends at 500 records, and states how many there are', async () => {
    const printed = watchPrint();
    server.total = 620;
    server.pageSize = 100;
    await openList('?_size=100');
    fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(screen.getByText('The first 500 of 620')).toBeTruthy();
  });

  test('gives columns the widths of most of their texts, not of the longest', async () => {
    await openList();
    act(() => void dispatchEvent(new Event('beforeprint')));
    const widths = [...document.querySelectorAll('col')].map((col) => col.style.getPropertyValue('--paper'));
    expect(widths[0]).toBe('0%');
    const all = widths.reduce((sum, width) => sum + Number.parseFloat(width), 0);
    expect(all).toBeCloseTo(100);
    act(() => void dispatchEvent(new Event('afterprint')));
  });
});

describe('the columns of a list', () => {
  const all = ['email', 'name', 'role', 'emailVerified', 'onboardedAt', 'banned'];

  test('follow the entry', async () => {
    await openList();
    expect(headings()).toHaveLength(all.length);
    expect(localStorage.length).toBe(0);
  });

  test('are hidden and shown with their checkboxes, and are the same on the next visit', async () => {
    await openList();
    const columns = await openColumns();
    await click(columns.getByRole('checkbox', { name: 'Role' }));
    await click(columns.getByRole('checkbox', { name: 'Created' }));
    const chosen = headings();
    expect(chosen).not.toContain('Role');
    expect(chosen.at(-1)).toContain('Created');
    cleanup();
    await openList();
    expect(headings()).toEqual(chosen);
  });

  test('are moved with their buttons, which keep the focus and announce the new position', async () => {
    await openList();
    const columns = await openColumns();
    const button = columns.getByRole('button', { name: 'Move Name up' });
    button.focus();
    await click(button);
    expect(headings()[0]).toContain('Name');
    expect(document.activeElement).toBe(button);
    expect(columns.getByRole('status').textContent).toBe('Name: place 1 of 10');
    expect(button.ariaDisabled).toBe('true');
    // The first column is always the link to the record.
    const [first] = rowsInDocument();
    expect(within(first!).getByRole('rowheader').textContent).toBe('user-0@example.comUser 0000');
  });

  test('are moved by dragging their grips', async () => {
    await openList();
    const columns = await openColumns();
    const ROW = 36;
    vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
      this: HTMLLIElement,
    ) {
      const top = [...this.parentElement!.children].indexOf(this) * ROW;
      return { top, bottom: top + ROW } as DOMRect;
    });
    const name = columns.getByRole('checkbox', { name: 'Name' }).closest('li')!;
    const before = headings();
    fireEvent.pointerDown(name.querySelector('[aria-hidden=true]')!);
    await act(async () => void window.dispatchEvent(new MouseEvent('pointermove', { clientY: 1 })));
    await act(async () => void window.dispatchEvent(new MouseEvent('pointerup')));
    expect(headings()[0]).toContain('Name');
    expect(headings()).not.toEqual(before);
    expect(columns.getByRole('status').textContent).toBe('Name: place 1 of 10');
    // Nothing is dragged any more.
    const after = headings();
    await act(async () => void window.dispatchEvent(new MouseEvent('pointermove', { clientY: 100 })));
    expect(headings()).toEqual(after);
  });

  test('are the default columns again after a reset', async () => {
    await openList();
    const before = headings();
    const columns = await openColumns();
    await click(columns.getByRole('button', { name: 'Move Role up' }));
    await click(columns.getByRole('checkbox', { name: 'Email' }));
    expect(headings()).not.toEqual(before);
    await click(columns.getByRole('button', { name: 'Restore the default columns' }));
    expect(headings()).toEqual(before);
    expect(columns.queryByRole('button', { name: 'Restore the default columns' })).toBeNull();
    expect(document.activeElement).toBe(columns.getByRole('checkbox', { name: 'Email' }));
    expect(localStorage.length).toBe(0);
  });

  test('are never empty: the last column cannot be hidden', async () => {
    localStorage.setItem('managerColumns.users', JSON.stringify(all.map((name) => [name, name === 'email'])));
    await openList();
    const [email, name] = (await openColumns()).getAllByRole<HTMLInputElement>('checkbox');
    expect([email?.disabled, name?.disabled]).toEqual([true, false]);
  });

  test('always name the record: the last one that tells records apart cannot be hidden', async () => {
    await openList();
    const columns = await openColumns();
    const isFixed = (name: string) => columns.getByRole<HTMLInputElement>('checkbox', { name }).disabled;
    expect([isFixed('Email'), isFixed('Name'), isFixed('Role')]).toEqual([false, false, false]);
    await click(columns.getByRole('checkbox', { name: 'Email' }));
    expect([isFixed('Email'), isFixed('Name'), isFixed('Role')]).toEqual([false, true, false]);
  });

  test.each([
    ['nonsense', '{'],
    ['a field that is no more', JSON.stringify([['gone', true]])],
    ['no visible column', JSON.stringify([...all, 'created'].map((name) => [name, false]))],
    ['values of another shape', JSON.stringify({ email: true })],
  ])('are the default columns if the storage contains %s', async (_, stored) => {
    localStorage.setItem('managerColumns.users', stored);
    await openList();
    expect(headings()).toHaveLength(all.length);
  });

  test("include a field that the entry has gained since the user's choice", async () => {
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
  test('arrive page by page, and the first new row has the focus after the last page', async () => {
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

  test('stay until the rows in another order arrive', async () => {
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

  test('has only the visible rows in the document, and the height of all rows', () => {
    expect(numbers()[0]).toBe(0);
    expect(numbers().length).toBeLessThan(50);
    scrollToRow(120);
    expect(numbers()).toContain(120);
    expect(numbers()[0]).toBeGreaterThan(100);
    const [before, after] = document.querySelectorAll('tbody tr[aria-hidden]');
    expect(heightOf(before) + heightOf(after) + numbers().length * ROW_HEIGHT).toBe(220 * ROW_HEIGHT);
  });

  test('announces the number of rows, and the number of each row', () => {
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

  test('is complete while it is printed, and after the first search within the page', () => {
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(numbers()).toHaveLength(220);
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(numbers().length).toBeLessThan(50);
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
    expect(numbers()).toHaveLength(220);
  });

  test('is short again in another order, and loads only the first page', async () => {
    server.pageSize = 8;
    await click(headingButton('Name'));
    await waitFor(() => expect(numbers()).toHaveLength(8));
    expect(table().hasAttribute('aria-rowcount')).toBe(false);
  });
});
