// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { startPage } from '#frontend/testing/start-page.ts';
import ImpersonationBanner from './impersonation-banner.tsx';

let server: HttpStandIn;
beforeAll(async () => {
  server = await startPage();
}, 30_000);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function sentence(admin: string, name: string) {
  const session = sessionWith({});
  render(
    <ImpersonationBanner
      session={{ ...session, impersonatorName: admin, user: { ...session.user, name } }}
    />,
  );
  const text = screen.getByRole('complementary').querySelector('p')!.textContent;
  return text.replace(/ until .*/, '');
}

test('the banner names the admin and the user', () => {
  expect(sentence('Ada', 'Grace')).toBe('Ada, you are impersonating Grace');
});

test('long names leave space for the time and the page', () => {
  const end = `${'x'.repeat(39)}…`;
  expect(sentence('x'.repeat(255), 'x'.repeat(255))).toBe(`${end}, you are impersonating ${end}`);
});

test('when the impersonation expires, the page of the user is loaded for the admin', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const assign = vi.fn();
  vi.stubGlobal('location', { ...location, assign });
  const ofAdmin = sessionWith({});
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString();
  const session = { ...ofAdmin, expiresAt, impersonatedBy: 'ada', impersonatorName: 'Ada' };
  render(<ImpersonationBanner session={{ ...session, user: { ...session.user, id: 'grace' } }} />);
  server.on('GET /api/fn/init', { body: { settings: {}, session: ofAdmin } });
  await act(() => vi.advanceTimersByTimeAsync(59 * 60_000));
  expect(assign).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(assign).toHaveBeenCalledExactlyOnceWith('/manager/users/grace');
});
