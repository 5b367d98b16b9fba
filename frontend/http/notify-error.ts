import { notify } from '../components/toasts.ts';
import { wantsFreshSession } from '../session/fresh-session.ts';
import { describeError } from './describe-error.ts';
import { HttpError } from './http-error.ts';

/** Whether a dialog says already why a call was refused: demo mode's, or the one that leads to signing in again. */
const toldByDialog = (error: unknown): boolean =>
  wantsFreshSession(error) || (error instanceof HttpError && error.code === 'DEMO_MODE');

/** Says by a toast what failed, and why, unless a dialog does. */
export async function notifyError(error: unknown, message: string): Promise<void> {
  if (!toldByDialog(error)) await notify('error', message, { description: await describeError(error) });
}
