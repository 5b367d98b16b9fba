// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { startPage } from '#frontend/testing/start-page.ts';
import { ChangeEmail } from './change-email.tsx';

test('the present address is not requested again, and the field says that it is this one', async () => {
  const server = await startPage('account');
  setSession(sessionWith({}));
  const onSent = vi.fn();
  await act(async () => render(<ChangeEmail typed={undefined} onSent={onSent} onClose={() => {}} />));
  const field = screen.getByLabelText<HTMLInputElement>('New email address');
  fireEvent.change(field, { target: { value: ' Reader@Example.com ' } });
  await click(screen.getByRole('button', { name: 'Send the code' }));
  expect(screen.getByText('This is already your email address')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('POST')).toEqual([]);
  expect(onSent).not.toHaveBeenCalled();
});
