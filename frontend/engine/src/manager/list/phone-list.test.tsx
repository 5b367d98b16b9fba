// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import UserList from '#frontend/extensions/users/manager/user-list.tsx';
import { click } from '#frontend/testing/click.ts';
import { openList, rowsInDocument, serveList, showOnPhone } from '../testing/list-fixture.tsx';

serveList();

beforeAll(async () => {
  await Promise.all([
    import('./list-menu-content.tsx'),
    import('./row-menu.tsx'),
    import('../bulk/bulk-bar.tsx'),
  ]);
});

beforeEach(() => {
  showOnPhone();
});

afterEach(() => {
  vi.useRealTimers();
});

const row = (index: number) => rowsInDocument()[index]!;
const boxes = () => document.querySelectorAll('tbody input');
const selected = () =>
  rowsInDocument().flatMap(({ dataset }) => (dataset.selected ? Number(dataset.index) : []));
const inMenu = () => screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent);
const item = (text: string) => screen.getByText(text, { selector: '[role=menuitem]' });
const finger = { pointerType: 'touch', clientX: 10, clientY: 10 };

/** Presses a row with a finger for a given time. */
async function press(index: number, milliseconds = 500) {
  vi.useFakeTimers();
  fireEvent.pointerDown(row(index).querySelector('a')!, finger);
  await act(() => vi.advanceTimersByTime(milliseconds));
  vi.useRealTimers();
}

async function openMenu() {
  await click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByRole('menu', { hidden: true });
}

describe('a row on a phone', () => {
  test('has one link, and the next columns as text on its second line', async () => {
    await openList();
    expect(row(0).querySelectorAll('a')).toHaveLength(1);
    expect(row(0).textContent).toBe('user-0@example.comUser 0000 · Not onboarded');
    // Of the values that most users have, none; what has no space is clipped.
    expect(row(1).textContent).toBe(
      'user-1@example.comUser 0001 · Administrator · Not verified · Not onboarded · Banned',
    );
  });

  test('shows every column that the user has chosen, in that order, with common values, too', async () => {
    localStorage.setItem(
      'managerColumns.users',
      JSON.stringify(['name', 'emailVerified', 'role', 'email', 'onboardedAt'].map((name) => [name, true])),
    );
    await openList('', UserList);
    await waitFor(() => expect(row(2).textContent).toContain('User 0002'));
    const [, ...parts] = row(2).querySelector('td')!.textContent.split(' · ');
    expect(row(2).querySelector('td')!.textContent).toMatch(/^Verified · /);
    expect(parts.slice(0, 2)).toEqual(['User', 'user-2@example.com']);
    expect(parts[2]).toContain('Onboarded Jan 31, ');
    // The verification is not shown by default, so the row has a second line for what was asked for.
    expect(row(2).dataset).toHaveProperty('asked');
  });

  test('shows the status of a user beside the name, unless it is the usual one, so that it does not cut the address below', async () => {
    await openList('', UserList);
    await waitFor(() => expect(row(0).textContent).toBe('U0User 0000Not onboardeduser-0@example.com'));
    expect(row(1).textContent).toBe('U0User 0001Banneduser-1@example.com · Administrator');
    expect(row(2).textContent).toBe('U0User 0002user-2@example.com');
  });

  test('has a checkbox only while records are selected', async () => {
    await openList();
    expect(boxes()).toHaveLength(0);
    await openMenu();
    await click(item('Select'));
    expect(boxes()).toHaveLength(8);
    expect(selected()).toEqual([]);
    // Instead of the menus.
    expect(document.querySelectorAll('tbody [data-menu]')).toHaveLength(0);
    await click(await screen.findByRole('button', { name: 'Clear the selection' }));
    expect(boxes()).toHaveLength(0);
    expect(document.querySelectorAll('tbody [data-menu]')).toHaveLength(8);
  });
});

describe('a finger', () => {
  test('that presses a row long selects it, and opens neither the record nor the menu of the link', async () => {
    const router = await openList();
    await press(2);
    expect(selected()).toEqual([2]);
    const link = row(2).querySelector('a')!;
    expect(fireEvent.contextMenu(link)).toBe(false);
    expect(fireEvent.click(link, { detail: 1 })).toBe(false);
    expect(router.state.location.pathname).toBe('/manager/users');
    expect(selected()).toEqual([2]);
  });

  test('selects with a tap from then on, until the selection ends', async () => {
    const router = await openList();
    await press(2);
    fireEvent.pointerDown(row(4), finger);
    fireEvent.pointerUp(row(4), finger);
    await click(row(4).querySelector('a')!, { detail: 1 });
    expect(selected()).toEqual([2, 4]);
    await click(row(2).querySelector('td:not(:has(input))')!, { detail: 1 });
    expect(selected()).toEqual([4]);
    await click(screen.getByRole('button', { name: 'Clear the selection' }));
    await click(row(4).querySelector('a')!, { detail: 1 });
    await waitFor(() => expect(router.state.location.pathname).toBe('/manager/users/id-4'));
  });

  test('that leaves early, or scrolls, selects nothing', async () => {
    await openList();
    await press(2, 400);
    fireEvent.pointerUp(row(2), finger);
    vi.useFakeTimers();
    await act(() => vi.advanceTimersByTime(1000));
    expect(selected()).toEqual([]);
    fireEvent.pointerDown(row(3), finger);
    fireEvent.pointerMove(row(3), { ...finger, clientY: 40 });
    await act(() => vi.advanceTimersByTime(1000));
    expect(selected()).toEqual([]);
  });

  test('is not a mouse, whose button may stay down on a row', async () => {
    await openList();
    vi.useFakeTimers();
    fireEvent.pointerDown(row(2), { ...finger, pointerType: 'mouse' });
    await act(() => vi.advanceTimersByTime(1000));
    expect(selected()).toEqual([]);
  });
});

describe('the menu of a list', () => {
  test('contains on phones the actions without a button', async () => {
    await openList();
    await openMenu();
    expect(inMenu()).toEqual(['Sort by', 'Columns', 'Select', 'Export', 'Print', 'Import']);
  });

  test('contains elsewhere the rarely needed actions', async () => {
    showOnPhone(false);
    await openList();
    await openMenu();
    expect(inMenu()).toEqual(['Export', 'Print', 'Import']);
  });

  test('returns the focus to its button when its dialog closes', async () => {
    await openList();
    await openMenu();
    await click(item('Columns'));
    expect(document.querySelector('dialog')?.textContent).toContain('Choose and order the columns');
    await click(document.querySelector('dialog [aria-label=Close]')!);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' }));
  });
});

test('the menu of a row selects it on phones', async () => {
  await openList();
  await click(row(3).querySelector('[data-menu]')!);
  await waitFor(() => expect(inMenu()[0]).toBe('Select'));
  await click(item('Select'));
  expect(selected()).toEqual([3]);
});
