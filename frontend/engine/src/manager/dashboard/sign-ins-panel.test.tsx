// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startListServer } from '../testing/list-fixture.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';

const signIns = Array.from({ length: 30 }, (_, place) => ({
  day: `2026-04-${String(place + 1).padStart(2, '0')}`,
  count: place,
  before: 30 - place,
}));

beforeAll(async () => {
  await startListServer();
});

beforeEach(() => {
  // jsdom has no layout, and the library draws nothing without space.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ width: 600, height: 216 }),
  );
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function openFew(counts: readonly number[], before: number) {
  const few = counts.map((count, place) => ({ day: `2026-04-0${place + 1}`, count, before: 0 }));
  const router = createMemoryRouter([{ path: '/', element: <SignInsPanel signIns={few} before={before} /> }]);
  render(<RouterProvider router={router} />);
  return screen.findByRole('region', { name: 'Sign-ins' });
}

async function openPanel() {
  const router = createMemoryRouter([
    { path: '/', element: <SignInsPanel signIns={signIns} before={465} /> },
  ]);
  render(<RouterProvider router={router} />);
  return screen.findByRole('application', {}, { timeout: 20_000 });
}

describe('the sign-ins on the dashboard', () => {
  test('are a chart whose axes show days and numbers', async () => {
    const plot = await openPanel();
    const texts = [...plot.querySelectorAll('text')].map(({ textContent }) => textContent);
    // Every text is as wide as the chart here, so each axis has space for one. A line break is not a space.
    expect(texts).toEqual(['Apr3', '32']);
  });

  test('show the numbers of a day with the arrow keys', async () => {
    const plot = await openPanel();
    fireEvent.focus(plot);
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    const tooltip = await screen.findByText('Thu, Apr 2');
    expect(tooltip.parentElement!.textContent).toBe('Thu, Apr 2Last 30 days130 days before29');
  });

  test('are a table too', async () => {
    await openPanel();
    const rows = within(document.querySelector('details')!).getAllByRole('row', { hidden: true });
    expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'DayLast 30 days30 days before',
      'Apr 1, 2026030',
    ]);
    expect(rows).toHaveLength(31);
  });

  test('are not a chart while there were some on fewer than three days', async () => {
    expect(within(await openFew([0, 0], 0)).getByText('Sign-ins appear here')).toBeTruthy();
    cleanup();
    const panel = await openFew([0, 2, 7], 0);
    expect(panel.textContent).toContain('9 sign-ins in the last 30 days');
    expect(within(panel).queryByText('Show as a table')).toBeNull();
    cleanup();
    expect(within(await openFew([1, 2, 7], 0)).getByText('Show as a table')).toBeTruthy();
  });

  test('are compared with the days before only if there were any', async () => {
    expect((await openFew([1, 3, 1], 0)).textContent).not.toContain('in the 30 days before');
    cleanup();
    expect((await openFew([1, 3, 1], 2)).textContent).toContain('2 in the 30 days before');
  });
});
