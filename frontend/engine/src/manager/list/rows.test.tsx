// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { headings, openList, rowsInDocument, startListServer } from '../testing/list-fixture.tsx';

beforeAll(async () => {
  await startListServer();
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const cell = (index: number, label: string) =>
  // The first cell contains the checkbox.
  rowsInDocument()[index]!.cells[headings().indexOf(label) + 1]!;

describe('the rows of a list', () => {
  test('are compact, unless the user chooses otherwise, which is remembered', async () => {
    await openList();
    const table = () => document.querySelector('table')!.dataset.layout;
    expect(table()).toBe('compact');
    await click(screen.getByRole('button', { name: 'Taller rows', pressed: false }));
    expect(table()).toBe('comfortable');
    cleanup();
    await openList();
    expect(table()).toBe('comfortable');
    await click(screen.getByRole('button', { name: 'Taller rows', pressed: true }));
    expect(table()).toBe('compact');
  });

  test('have their headings already while they are loaded', async () => {
    const respond = fetch;
    const gate = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('/api/users')) await gate.promise;
      return respond(url, init);
    });
    const opened = openList();
    const loading = await screen.findByRole('status', { name: 'Loading' });
    const [head] = loading.children;
    const labels = [...head!.children].map(({ textContent }) => textContent).filter(Boolean);
    gate.resolve();
    await opened;
    vi.stubGlobal('fetch', respond);
    expect(labels).toEqual(headings());
  });

  test('give texts of any length a share of the width, and short values the space that they need', async () => {
    await openList();
    const widths = [...document.querySelectorAll('col')].map(({ style }) => style.inlineSize);
    expect(headings()).toEqual(['Email', 'Name', 'Role', 'Email verified', 'Onboarded', 'Banned']);
    // An email address is longer than a name, and the label of a user here.
    expect(widths.map((width) => width && Math.round(Number.parseFloat(width)))).toEqual([
      ...['', 67, 33, '', '', '', ''],
    ]);
  });

  test('show the usual values quietly, and mark the others', async () => {
    await openList();
    const shown = (index: number, label: string) => {
      const { textContent, firstChild } = cell(index, label).firstChild!;
      return [textContent, (firstChild as HTMLElement).className.includes('usual')];
    };
    expect(shown(0, 'Role')).toEqual(['User', true]);
    expect(shown(0, 'Email verified')).toEqual(['Verified', true]);
    expect(shown(0, 'Banned')).toEqual(['No', true]);
    expect(shown(1, 'Role')).toEqual(['Administrator', false]);
    expect(shown(1, 'Email verified')).toEqual(['Not verified', false]);
    expect(shown(1, 'Banned')).toEqual(['Banned', false]);
  });

  test('open their record on a click anywhere', async () => {
    const router = await openList();
    await click(cell(3, 'Name'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/manager/users/id-3'));
  });

  test('open their record in a new tab with Ctrl, ⌘, Shift or the middle button', async () => {
    const router = await openList();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) await click(cell(1, 'Name'), { [key]: true });
    fireEvent(cell(1, 'Name'), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    expect(open.mock.calls.map(([url]) => new URL(String(url)).pathname)).toEqual(
      Array(4).fill('/manager/users/id-1'),
    );
    expect(router.state.location.pathname).toBe('/manager/users');
  });

  test('do not open on a click that ends a text selection', async () => {
    const router = await openList();
    getSelection()!.selectAllChildren(cell(2, 'Name'));
    await click(cell(2, 'Name'));
    expect(router.state.location.pathname).toBe('/manager/users');
  });
});
