// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ToastHost } from '#frontend/shell/components/toasts.tsx';
import { click } from '#frontend/testing/click.ts';
import { type ListServer, openList, rowsInDocument, startListServer } from '../testing/list-fixture.tsx';

let server: ListServer;

beforeAll(async () => {
  // In jsdom, elements within a popover cannot take the focus.
  HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
    this.removeAttribute('popover');
  };
  server = await startListServer();
  await Promise.all([import('./row-menu.tsx'), import('#frontend/shell/components/toaster.tsx')]);
});

beforeEach(() => {
  server.sent.length = 0;
  render(<ToastHost />);
});

afterEach(() => {
  cleanup();
  toast.dismiss();
});

const menu = () => document.querySelector<HTMLElement>('[role=menu]');
const button = (index: number) => rowsInDocument()[index]!.querySelector<HTMLElement>('[data-menu]')!;
const item = (name: string) => within(menu()!).getByText(name);

async function openMenu(index: number) {
  const router = await openList();
  await click(button(index));
  await waitFor(() => expect(menu()).not.toBeNull());
  return router;
}

describe('the menu of a row', () => {
  test('is named after its record, and the arrow keys move within it', async () => {
    await openMenu(2);
    expect(screen.getByRole('button', { name: 'Actions for user-2@example.com' })).toBe(button(2));
    // The button that closes a sheet precedes them, and is none of them.
    expect(menu()!.lastElementChild!.textContent).toBe('Delete');
    const items = within(menu()!).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Edit',
      'Duplicate',
      'Copy the link',
      'Delete',
    ]);
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement!, { key });
      return document.activeElement?.textContent;
    };
    expect(document.activeElement).toBe(items[0]);
    expect(['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home'].map(press)).toEqual([
      'Duplicate',
      'Delete',
      'Edit',
      'Delete',
      'Edit',
    ]);
  });

  test.each(['Escape', 'Tab'])('closes with the key %s, and the focus returns to its button', async (key) => {
    await openMenu(1);
    fireEvent.keyDown(menu()!, { key });
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(button(1));
  });

  test('opens the record in the drawer, and links to the form of its duplicate', async () => {
    await openMenu(3);
    expect(item('Edit').getAttribute('href')).toBe('/manager/users?edit=id-3');
    expect(item('Duplicate').getAttribute('href')).toBe('/manager/users/new?from=id-3');
  });

  test('copies the link to the record, or shows the link if the browser does not allow copying', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
    await openMenu(4);
    await click(item('Copy the link'));
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/manager/users/id-4`);
    await waitFor(() => expect(screen.getByText('Link copied')).toBeTruthy());
    writeText.mockRejectedValue(new Error('denied'));
    await click(button(4));
    await click(item('Copy the link'));
    await waitFor(() => expect(screen.getByText(`${location.origin}/manager/users/id-4`)).toBeTruthy());
  });

  test('deletes the record after a confirmation, and the focus goes to the next row', async () => {
    await openMenu(5);
    await click(item('Delete'));
    const dialog = within(document.querySelector('dialog')!);
    expect(dialog.getByText('Delete “user-5@example.com”?')).toBeTruthy();
    await waitFor(() => expect(server.sent).toHaveLength(1));
    server.replies.push(Response.json({ batch: 'b', count: 1 }));
    await click(dialog.getByText('Delete'));
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    expect(server.sent[1]).toEqual({
      path: '/api/users/bulk',
      body: { select: { ids: ['id-5'] }, action: 'delete' },
    });
    expect(rowsInDocument()[6]!.contains(document.activeElement)).toBe(true);
  });
});
