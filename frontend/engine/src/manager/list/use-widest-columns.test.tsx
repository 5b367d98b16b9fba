// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openList, serveList } from '../testing/list-fixture.tsx';

serveList();

const headingOf = (column: string) => document.querySelector<HTMLElement>(`[data-column=${column}]`)!;

type Callback = (entries: readonly object[]) => void;

/** Returns a function that reports the width of a heading, like the browser after its layout. */
function observeWidths() {
  const observers = new Map<Element, Callback>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: Callback;
      constructor(callback: Callback) {
        this.callback = callback;
      }
      observe(element: Element) {
        if (element.tagName === 'TH') observers.set(element, this.callback);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  return (target: Element, width: number) =>
    act(() => observers.get(target)!([{ target, borderBoxSize: [{ inlineSize: width }] }]));
}

test('a column of short values keeps the largest width that it has had', async () => {
  const report = observeWidths();
  await openList();
  const role = headingOf('role');
  const width = () => role.style.getPropertyValue('--width');
  expect(width()).toBe('');
  report(role, 120.4);
  expect(width()).toBe('121px');
  report(role, 90);
  expect(width()).toBe('121px');
  report(role, 150);
  expect(width()).toBe('150px');
});

test('a column with a share of the width has none of its own', async () => {
  const report = observeWidths();
  await openList();
  expect(() => report(headingOf('name'), 120)).toThrow();
  // The widths are known when the list is opened again.
  expect(headingOf('role').style.getPropertyValue('--width')).toBe('150px');
});
