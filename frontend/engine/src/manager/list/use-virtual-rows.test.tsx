// @vitest-environment jsdom

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useRowsInView } from './use-virtual-rows.ts';

const HEIGHT = 38;
/** The rows of jsdom's window, which is 768 pixels high, and two on each side. */
const SHOWN = Math.ceil(768 / HEIGHT) + 4;

const rows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${prefix}${place}` }));

let frames: FrameRequestCallback[];
let top: number;

/** Renders the hook for a table body of 100 rows, of which the fourth has a link. */
function openRows() {
  document.body.innerHTML = `<table><tbody>${'<tr><td></td></tr>'.repeat(100)}</tbody></table>`;
  const body = { current: document.querySelector('tbody') };
  body.current!.rows[3]!.cells[0]!.innerHTML = '<a id="b90" href="/" data-record-link></a>';
  return renderHook(({ rows, isWhole }) => useRowsInView({ rows, body, isWhole }), {
    initialProps: { rows: rows('a', 100), isWhole: true },
  });
}

const paint = () => act(() => frames.splice(0).forEach((frame) => void frame(0)));

beforeEach(() => {
  frames = [];
  top = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(() =>
    DOMRect.fromRect({ y: top, height: 100 * HEIGHT }),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the rows of a list', () => {
  test('are all rendered at once when the list opens, grows, or becomes a short one', () => {
    const { result, rerender } = openRows();
    expect(result.current).toBeUndefined();
    rerender({ rows: rows('a', 120), isWhole: true });
    expect(result.current).toBeUndefined();
    rerender({ rows: rows('b', 20), isWhole: true });
    expect(result.current).toBeUndefined();
  });

  test('are first the visible ones when others replace them, and all after the paint', async () => {
    const { result, rerender } = openRows();
    rerender({ rows: rows('b', 100), isWhole: true });
    expect(result.current).toEqual({ first: 0, end: SHOWN, height: HEIGHT });
    await paint();
    expect(result.current).toBeUndefined();
  });

  test('are the ones at the scroll position of the page, or at the end of a shorter list', () => {
    top = -50 * HEIGHT;
    const { result, rerender } = openRows();
    rerender({ rows: rows('b', 100), isWhole: true });
    expect(result.current).toEqual({ first: 48, end: 48 + SHOWN, height: HEIGHT });
    rerender({ rows: rows('c', 60), isWhole: true });
    expect(result.current).toEqual({ first: 60 - SHOWN, end: 60, height: HEIGHT });
  });

  test('are all rendered at once if an invisible row would lose the focus, and in a virtual list', () => {
    const { result, rerender } = openRows();
    rerender({ rows: rows('c', 100), isWhole: false });
    expect(result.current).toBeUndefined();
    document.querySelector<HTMLElement>('a')!.focus();
    rerender({ rows: rows('b', 100), isWhole: true });
    expect(result.current).toBeUndefined();
  });
});
