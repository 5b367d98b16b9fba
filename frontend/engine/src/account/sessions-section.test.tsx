// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startPage } from '#frontend/testing/start-page.ts';
import { SessionsSection } from './sessions-section.tsx';

const MINUTE = 60_000;

beforeAll(() => startPage('account'), 30_000);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the last use of a session stays true while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
  const session: SessionItem = {
    id: '01900000-0000-7000-8000-00000000aaaa',
    fingerprint: 'db79559b',
    createdAt: at(-9),
    updatedAt: at(-2),
    expiresAt: at(30.5),
    ipAddress: null,
    device: 'Firefox · Linux',
    impersonating: null,
    current: false,
  };
  render(<SessionsSection title="Sessions" first={{ sessions: [session], total: 1 }} className="card" />);
  expect(screen.getByText(/2 minutes ago/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(3 * MINUTE));
  expect(screen.getByText(/5 minutes ago/)).toBeTruthy();
  expect(screen.getByText(/in 27 minutes/)).toBeTruthy();
});
