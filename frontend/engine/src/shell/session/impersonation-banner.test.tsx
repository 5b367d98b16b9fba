// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { startPage } from '#frontend/testing/start-page.ts';
import ImpersonationBanner from './impersonation-banner.tsx';

beforeAll(() => startPage(), 30_000);
afterEach(cleanup);

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
