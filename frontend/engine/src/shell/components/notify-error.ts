import { describeError } from '../http/describe-error.ts';
import { wantsFreshSession } from '../http/fresh-session.ts';
import { HttpError } from '../http/http-error.ts';
import { notify } from './toasts.tsx';

/** Returns whether a dialog already explains the error: the demo dialog or the fresh-session dialog. */
export const isExplainedByDialog = (error: unknown): boolean =>
  wantsFreshSession(error) || (error instanceof HttpError && error.code === 'DEMO_MODE');

/** Shows a toast with the message and the reason of a failure, unless a dialog explains it. */
export async function notifyError(error: unknown, message: string): Promise<void> {
  if (!isExplainedByDialog(error))
    await notify('error', message, { description: await describeError(error) });
}
