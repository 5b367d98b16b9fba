import { expect, test, vi } from 'vitest';
import { offerFreshSession, onFreshSessionWanted } from './fresh-session.ts';
import { HttpError } from './http-error.ts';

const refusedWith = (code: string) => new HttpError({ status: 403, statusText: 'Forbidden', body: { code } });

test('the fresh-session dialog opens only for the errors of a session that is too old', () => {
  const open = vi.fn();
  onFreshSessionWanted(open);
  offerFreshSession(refusedWith('FORBIDDEN'));
  expect(open).not.toHaveBeenCalled();
  offerFreshSession(refusedWith('SESSION_EXPIRED'));
  offerFreshSession(refusedWith('SESSION_NOT_FRESH'));
  expect(open).toHaveBeenCalledTimes(2);
});
