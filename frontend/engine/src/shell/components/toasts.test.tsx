// @vitest-environment jsdom

import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { HttpError } from '../http/http-error.ts';
import { initI18n } from '../i18n/i18n.ts';
import { Dialog } from './dialog.tsx';
import { notifyError } from './notify-error.ts';
import { notify, ToastHost } from './toasts.tsx';

beforeEach(async () => {
  new HttpStandIn().install();
  await initI18n('en');
});

afterEach(() => {
  cleanup();
  toast.dismiss();
});

const toasts = () => screen.findAllByRole('listitem');

test('a toast appears even after leaving the page, in a named region', async () => {
  const { rerender } = render(<ToastHost />);
  const shown = act(() => notify('success', 'Name updated'));
  rerender(<ToastHost />);
  await shown;
  expect((await screen.findByText('Name updated')).closest('li')).toBeTruthy();
  expect(screen.getByRole('region', { name: /^Notifications/ })).toBeTruthy();
});

test('a failure shows the message of its code', async () => {
  render(<ToastHost />);
  const error = new HttpError({ status: 403, statusText: '', body: { code: 'BANNED_USER', message: 'x' } });
  await act(() => notifyError(error, 'Failed to update the user'));
  const [shown] = await toasts();
  expect(shown!.textContent).toContain('Failed to update the user');
  expect(shown!.textContent).toContain('You have been banned from this application');
});

test('a failure that a dialog explains shows no toast', async () => {
  render(<ToastHost />);
  const error = new HttpError({ status: 403, statusText: '', body: { code: 'DEMO_MODE', message: '' } });
  await act(() => notifyError(error, 'Failed to update the user'));
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('an open dialog announces failures, because it hides the toasts from screen readers', async () => {
  render(
    <>
      <ToastHost />
      <Dialog title="A dialog" onClose={() => {}}>
        <p>Content</p>
      </Dialog>
    </>,
  );
  const status = within(screen.getByRole('dialog')).getByRole('status');
  await act(() => notify('success', 'Done'));
  expect(status.textContent).toBe('');
  await act(() => notify('error', 'Not saved', { description: 'The server is busy' }));
  expect(status.textContent).toBe('Not saved\nThe server is busy');
});
