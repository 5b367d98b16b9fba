import type { Resource } from '@bindery/contract/schema/index.ts';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { useKeys } from '../keys/use-keys.ts';
import { addresses, editAddress, type ManagerRecord } from '../resource.ts';
import { mayWith } from '../row-rights.ts';

const rowAt = (index: number) => document.querySelector(`tbody [data-index="${index}"]`);
const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-index]');
const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('[data-record-link]');

/**
 * Handles the keys of a list: j and k move from row to row, Enter opens, x selects (with Shift a range), e
 * edits, n creates, / moves to the search. The current row is the last one that had the focus.
 */
export function useListKeys(resource: Resource, items: readonly ManagerRecord[]): void {
  const navigate = useNavigate();
  const location = useLocation();
  const last = useRef(-1);
  const { name, singular } = resource;
  const move = (by: 1 | -1) => () => {
    const row = focusedRow();
    const index = (row ? Number(row.dataset.index) : last.current) + by;
    const link = linkIn(rowAt(Math.max(0, index)));
    link?.focus();
    if (link) last.current = Math.max(0, index);
  };
  useKeys({
    j: move(1),
    k: move(-1),
    // The browser handles the key on a link or a button.
    Enter: () => {
      if (!document.activeElement?.matches('[data-select], [data-cut]')) return false;
      linkIn(focusedRow())?.click();
      return true;
    },
    x: ({ shiftKey }) => {
      const box = focusedRow()?.querySelector('[data-select]');
      box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
    },
    e: () => {
      const item = items[Number(focusedRow()?.dataset.index)];
      if (item && mayWith(resource, 'update', item)) navigate(editAddress(location.search, item.id));
    },
    n: () => {
      if (may(singular, 'create')) navigate(addresses.create(name));
    },
    '/': () => document.getElementById('list-search')?.focus(),
  });
}
