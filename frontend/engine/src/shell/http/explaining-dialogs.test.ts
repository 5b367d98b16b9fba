import { expect, test, vi } from 'vitest';
import { explainByDialog, onExplainingDialog } from './explaining-dialogs.ts';
import { HttpError } from './http-error.ts';

const refusedWith = (code: string) => new HttpError({ status: 403, statusText: 'Forbidden', body: { code } });

test('a dialog opens only for the errors of a demo server and of a session that is too old', () => {
  const open = vi.fn();
  onExplainingDialog(open);
  explainByDialog(refusedWith('FORBIDDEN'));
  expect(open).not.toHaveBeenCalled();
  explainByDialog(refusedWith('SESSION_EXPIRED'));
  explainByDialog(refusedWith('SESSION_NOT_FRESH'));
  explainByDialog(refusedWith('DEMO_MODE'));
  expect(open.mock.calls).toEqual([['freshSession'], ['freshSession'], ['demo']]);
});
