// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '#frontend/shell/auth/session.ts';
import { click } from '#frontend/testing/click.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { startPage } from '#frontend/testing/start-page.ts';
import { ChangeEmail, ConfirmEmail } from './change-email.tsx';

afterEach(cleanup);

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

test('a code is offered for a new address of the URL, to which none has been sent from here', async () => {
  const server = await startPage('account', 'login');
  setSession(sessionWith({}));
  server.on('POST /api/auth/email-otp/request-email-change', { body: { success: true } });
  await act(async () => render(<ConfirmEmail newEmail="grace@example.com" onClose={() => {}} />));
  const text = () => screen.getByText('grace@example.com').parentElement!.textContent;
  expect(text()).toBe('No code has been sent from here yet to grace@example.com');
  await click(await screen.findByRole('button', { name: 'Send me a code' }));
  await waitFor(() => expect(text()).toBe('We have sent a code to grace@example.com'));
  expect(server.sent('POST').map(({ body }) => body)).toEqual([{ newEmail: 'grace@example.com' }]);
});
