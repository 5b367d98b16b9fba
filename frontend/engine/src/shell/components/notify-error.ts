import { describeError } from '../http/describe-error.ts';
import { dialogFor } from '../http/explaining-dialogs.ts';
import { notify } from './toasts.tsx';

/** Shows a toast with the message and the reason of a failure, unless a dialog explains it. */
export async function notifyError(error: unknown, message: string): Promise<void> {
  if (!dialogFor(error)) await notify('error', message, { description: await describeError(error) });
}
